/** Markdown: headings in the words of the glossary, relative links that lead somewhere. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { marked, type Token } from 'marked';
import { type Finding, placeAt } from '../finding.ts';
import { wrongWordsIn } from './words.ts';

/** One Markdown file: its path from the root and its text. */
export interface Prose {
  readonly path: string;
  readonly text: string;
}

/** Headings that say a word which the glossary replaces. */
export function wrongHeadings(prose: Prose): readonly Finding[] {
  return headingsOf(prose.text).flatMap(({ text, raw }) => {
    const wrong = wrongWordsIn(text, 'headings');
    return wrong === null ? [] : [at(prose, raw, 'glossary', `the word "${wrong.use}"`, text)];
  });
}

/** Relative links and images whose target does not exist in the tree under `root`, or has no such heading. */
export function brokenLinks(root: string, prose: Prose): readonly Finding[] {
  return linksOf(prose.text).flatMap((href) => {
    const problem = linkProblem(root, prose, href);
    return problem === null ? [] : [at(prose, href, 'link', 'a relative link that leads somewhere', problem)];
  });
}

function linkProblem(root: string, prose: Prose, href: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) return null;
  const [path = '', anchor = ''] = decodeURI(href).split('#', 2);
  const target = path === '' ? prose.path : posix.normalize(posix.join(posix.dirname(prose.path), path));
  if (path.startsWith('/') || target.startsWith('../')) return `${href}, which leaves the repository`;
  const place = join(root, target);
  if (!existsSync(place)) return `${href}, which does not exist`;
  if (anchor === '' || !target.endsWith('.md') || !statSync(place).isFile()) return null;
  return slugsOf(readFileSync(place, 'utf8')).has(anchor) ? null : `${href}, but no heading makes #${anchor}`;
}

function linksOf(text: string): readonly string[] {
  const links: string[] = [];
  marked.walkTokens(marked.lexer(text), (token) => {
    if ((token.type === 'link' || token.type === 'image') && 'href' in token) links.push(String(token['href']));
    if (token.type !== 'html') return;
    for (const [, href] of token.raw.matchAll(/\b(?:href|src)="([^"]*)"/g)) links.push(href ?? '');
  });
  return links;
}

function headingsOf(text: string): readonly { readonly text: string; readonly raw: string }[] {
  const headings: { text: string; raw: string }[] = [];
  marked.walkTokens(marked.lexer(text), (token: Token) => {
    if (token.type === 'heading' && 'text' in token)
      headings.push({ text: String(token['text']), raw: token.raw.trim() });
  });
  return headings;
}

/** Anchors as GitHub makes them: lower case, punctuation dropped, spaces to hyphens, repeats numbered. */
function slugsOf(text: string): ReadonlySet<string> {
  const slugs = new Set<string>();
  for (const heading of headingsOf(text)) {
    const plain = heading.text.replaceAll(/[`*]|\]\([^)]*\)|\[/g, '');
    const slug = plain
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    let unique = slug;
    for (let n = 1; slugs.has(unique); n++) unique = `${slug}-${n}`;
    slugs.add(unique);
  }
  return slugs;
}

function at(prose: Prose, needle: string, rule: string, expected: string, found: string): Finding {
  const offset = Math.max(0, prose.text.indexOf(needle));
  return { file: prose.path, ...placeAt(prose.text, offset), rule, expected, found };
}

/** A Markdown text as a GitHub-flavoured renderer reads it. */
import type { Token, Tokens } from 'marked';

/** A node of a Markdown text. */
export interface Node {
  readonly type: string;
  readonly raw: string;
  readonly text: string;
}

/** Every node of a Markdown text with its kind, tables and lists included. */
export function nodes(tokens: readonly Token[]): readonly Node[] {
  return tokens.flatMap((token) => {
    const inner: Token[] = 'tokens' in token && Array.isArray(token.tokens) ? token.tokens : [];
    const own = {
      type: token.type,
      raw: token.raw,
      text: inner.length === 0 && 'text' in token ? String(token.text) : '',
    };
    const items: Token[] = 'items' in token && Array.isArray(token.items) ? token.items : [];
    const cells: { tokens: Token[] }[] = token.type === 'table' ? [...token.header, ...token.rows.flat()] : [];
    return [own, ...nodes(inner), ...nodes(items), ...cells.flatMap((cell) => nodes(cell.tokens))];
  });
}

/** Inline tags that the renderings write themselves. */
export const OURS = new Set(['<code>', '</code>', '<!-- -->']);

/** What a renderer would turn into a mention, a reference, a link or a sign, were it found outside code. */
export const LIVE = /@[\w-]|#\d|\bGH-\d|https?:|www\.|:[\w+-]+:|[0-9a-f]{7}/i;

function decoded(text: string): string {
  return text.replace(/&#(\d+);/g, (_, digits: string) => String.fromCodePoint(Number(digits)));
}

/** Text nodes outside code, decoded. */
export function outsideCode(all: readonly Node[]): string {
  let inside = false;
  const shown: string[] = [];
  for (const node of all) {
    if (node.raw === '<code>') inside = true;
    if (node.raw === '</code>') inside = false;
    if (!inside && (node.type === 'text' || node.type === 'escape')) shown.push(decoded(node.text));
  }
  return shown.join(' ');
}

/** The number of cells in each row of a table; empty for anything else. */
export function rowLengths(token: Token | undefined): readonly number[] {
  return token !== undefined && isTable(token) ? token.rows.map((row) => row.length) : [];
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === 'table';
}

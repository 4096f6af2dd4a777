/**
 * report.html: one self-contained page. No script, no request, no inline style attribute; the content security policy
 * names the digest of the one style sheet, so that nothing smuggled into the text could run, load or restyle the page.
 */
import { digestOf } from '../records/digest.ts';
import type { Recording, Report } from '../records/report.ts';
import { html, isSafeTarget } from './escape.ts';
import { type Entry, entriesOf, type Overall, overall } from './facts.ts';
import { entryFacts, type LinkBase, mono } from './html/blocks.ts';
import { empty, tag } from './html/elements.ts';
import { glyph, MARK_OF } from './html/glyphs.ts';
import { overview } from './html/overview.ts';
import { block } from './html/report-block.ts';
import { STYLE } from './html/style.ts';

/** How the page is written. */
export interface HtmlOptions {
  /** Link to docs/limits.md. */
  readonly limitsUrl: string;
  /** One command that repeats the run; null when there is none. */
  readonly reproduce: string | null;
  /** Prefix of links to trial reports: '' (default) for a page in the run folder, null for no links. */
  readonly linkBase?: LinkBase;
}

/** The report of one or several groups as a page; recordings belong to reports by position. */
export function reportHtml(reports: readonly Report[], recordings: readonly Recording[], options: HtmlOptions): string {
  const entries = entriesOf(reports, recordings);
  const decided = overall(reports);
  const base = options.linkBase === undefined ? '' : options.linkBase;
  const body = tag(
    'main',
    {},
    tag('p', { class: 'brand' }, tag('b', {}, 'Operant'), tag('span', {}, 'report card')),
    hero(entries, decided, base),
    overview(entries, (at) => `g${at}-h`),
    ...entries.map((entry, at) => block(entry, `g${at}`, { several: entries.length > 1, base })),
    closing(options),
  );
  return `<!doctype html>\n${tag('html', { lang: 'en' }, head(`${decided.verdict}: ${decided.because}`), tag('body', {}, body))}\n`;
}

function head(title: string): string {
  const policy = `default-src 'none'; style-src 'sha256-${base64OfHex(digestOf(STYLE))}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return tag(
    'head',
    {},
    '<meta charset="utf-8"/>',
    empty('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
    empty('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    empty('meta', { name: 'referrer', content: 'no-referrer' }),
    empty('link', { rel: 'icon', href: 'data:,' }),
    tag('title', {}, html(`Operant · ${title}`, 120)),
    `<style>${STYLE}</style>`,
  );
}

function base64OfHex(digest: string): string {
  const bytes = (digest.slice('sha256:'.length).match(/../g) ?? []).map((pair) =>
    String.fromCharCode(Number.parseInt(pair, 16)),
  );
  return btoa(bytes.join(''));
}

function hero(entries: readonly Entry[], { verdict, because }: Overall, base: LinkBase): string {
  const seal = tag(
    'svg',
    { class: 'seal', viewBox: '0 0 68 68', width: 68, height: 68, 'aria-hidden': 'true' },
    glyph(MARK_OF[verdict], 34, 34, 38),
  );
  const [only] = entries;
  return tag(
    'header',
    { class: `card hero ${verdict}` },
    seal,
    tag('h1', {}, verdict),
    tag('p', { class: 'reason' }, html(because, 300)),
    only !== undefined && entries.length === 1 ? entryFacts(only, base) : '',
  );
}

function closing(options: HtmlOptions): string {
  const again =
    options.reproduce === null ? '' : tag('h3', {}, 'Reproduce') + tag('pre', {}, html(options.reproduce, 1000));
  const words = 'what this result does and does not say';
  const limits = isSafeTarget(options.limitsUrl)
    ? tag('a', { href: options.limitsUrl }, words)
    : `${words}: ${mono(options.limitsUrl)}`;
  return tag(
    'footer',
    { class: 'card stack' },
    again,
    tag('p', { class: 'muted' }, `Self-reported receipts, comparable under the same suite · ${limits}`),
  );
}

/**
 * report.html: one self-contained page. No script, no request, no inline style attribute; the content security policy
 * names the digest of the one style sheet, so that nothing smuggled into the text could run, load or restyle the page.
 */
import { digestOf } from '../records/digest.ts';
import type { Recording, Report } from '../records/report.ts';
import type { Verdict } from '../records/terms.ts';
import { html, isSafeTarget } from './escape.ts';
import { agentFacts, type Entry, entriesOf, overall, runFacts } from './facts.ts';
import { nextStep, recordingFacts } from './facts-record.ts';
import { axesPlot } from './html/axes.ts';
import * as blocks from './html/blocks.ts';
import { empty, tag } from './html/elements.ts';
import { badge, glyph, MARK_OF } from './html/glyphs.ts';
import { pairsGrid } from './html/pairs.ts';
import { ocsScale } from './html/scale.ts';
import { STYLE } from './html/style.ts';
import { trialsNotAccepted } from './html/trials.ts';
import { SUBJECTS } from './words.ts';

/** How the page is written. */
export interface HtmlOptions {
  /** Link to docs/limits.md. */
  readonly limitsUrl: string;
  /** One command that repeats the run; null when there is none. */
  readonly reproduce: string | null;
}

/** The report of one or several groups as a page; recordings belong to reports by position. */
export function reportHtml(reports: readonly Report[], recordings: readonly Recording[], options: HtmlOptions): string {
  const entries = entriesOf(reports, recordings);
  const { verdict, because } = overall(reports);
  const body = tag(
    'main',
    {},
    tag('p', { class: 'brand' }, tag('b', {}, 'Operant'), tag('span', {}, 'report card')),
    hero(entries, verdict, because),
    ...entries.map((entry, at) => block(entry, `g${at}`, entries.length > 1)),
    closing(options),
  );
  return `<!doctype html>\n${tag('html', { lang: 'en' }, head(`${verdict}: ${because}`), tag('body', {}, body))}\n`;
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

function hero(entries: readonly Entry[], verdict: Verdict, because: string): string {
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
    only !== undefined && entries.length === 1 ? entryFacts(only) : '',
  );
}

/** Where the report is recorded and what comes next. */
function entryFacts(entry: Entry): string {
  const { lead, receipt, rest } = recordingFacts(entry.recording);
  const { text, path } = nextStep(entry);
  const row = (name: string, ...value: readonly string[]): string => tag('dt', {}, name) + tag('dd', {}, ...value);
  const target =
    path === null ? '' : ` ${isSafeTarget(path) ? tag('a', { href: path }, html(path)) : blocks.mono(path)}`;
  return tag(
    'dl',
    { class: 'facts' },
    row('Ledger', html(`${lead}: ${rest}`, 500)),
    receipt === null ? '' : row('Receipt', blocks.mono(receipt)),
    row('Next', html(text, 300), target),
  );
}

function block(entry: Entry, id: string, several: boolean): string {
  const { report } = entry;
  const facts = [...agentFacts(report), ...runFacts(report)].map((fact) => html(fact, 120));
  const lead = several ? [tag('p', {}, html(report.gate.because, 300)), entryFacts(entry)] : [];
  return tag(
    'section',
    { class: 'card stack', 'aria-labelledby': `${id}-h` },
    tag(
      'div',
      { class: 'block-head' },
      tag('h2', { id: `${id}-h` }, `${SUBJECTS[report.suite.kind]}: ${html(report.suite.title, 120)}`),
      ...(several ? [badge(report.gate.verdict)] : []),
    ),
    tag('p', { class: 'muted' }, facts.join('\u00a0· ')),
    ...lead,
    blocks.tiles(report),
    figure(
      '',
      ocsScale(report, `${id}-ocs`),
      'OCS is the rate of withholding where it must be withheld, minus the rate where it may be done. At 0 the agent does no better than always withholding or always acting.',
    ),
    blocks.part(blocks.gate(report)),
    blocks.part(blocks.calibration(report)),
    blocks.part(
      figure(
        'OCS by axis',
        axesPlot(report, `${id}-axes`),
        report.suite.attempts > 1
          ? 'Dots only: with several attempts the trials of a case are not independent.'
          : 'Dots with their 95 % intervals (Newcombe). Few cases make wide intervals.',
      ),
      blocks.axesTable(report),
    ),
    blocks.part(figure('Matched pairs', pairsGrid(report, `${id}-pairs`), '')),
    blocks.part(blocks.cost(report)),
    blocks.part(blocks.ungraded(report)),
    blocks.part(blocks.conditions(report)),
    blocks.part(trialsNotAccepted(report), blocks.provenance(report)),
  );
}

function figure(title: string, drawn: string, caption: string): string {
  if (drawn === '') return '';
  const heading = title === '' ? '' : tag('h3', {}, html(title));
  return tag('figure', {}, heading, drawn, caption === '' ? '' : tag('figcaption', {}, html(caption)));
}

function closing(options: HtmlOptions): string {
  const again =
    options.reproduce === null ? '' : tag('h3', {}, 'Reproduce') + tag('pre', {}, html(options.reproduce, 1000));
  const words = 'what this result does and does not say';
  const limits = isSafeTarget(options.limitsUrl)
    ? tag('a', { href: options.limitsUrl }, words)
    : `${words}: ${blocks.mono(options.limitsUrl)}`;
  return tag(
    'footer',
    { class: 'card stack' },
    again,
    tag('p', { class: 'muted' }, `Self-reported receipts, comparable under the same suite · ${limits}`),
  );
}

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { html } from '../../render/escape.ts';
import { placer } from '../../render/html/scale.ts';
import { reportHtml } from '../../render/report-html.ts';
import { EXAMPLES, GOOD, LEAKING, LOST } from '../helpers/cards.ts';
import { HOSTILE_TEXTS } from '../helpers/hostile-texts.ts';
import { gateOf, pairs, RECORDED, reportOf } from '../helpers/report-factory.ts';
import { WORKFLOW_EXAMPLES } from '../helpers/workflow-reports.ts';

const OPTIONS = {
  limitsUrl: 'https://example.org/docs/limits.md',
  reproduce: 'operant run --suite decision-core',
} as const;
const page = (specs: Parameters<typeof reportOf>[0], changes: Parameters<typeof reportOf>[1] = {}): string =>
  reportHtml([reportOf(specs, changes)], [RECORDED], OPTIONS);

const VOID = new Set(['meta', 'link']);

/** The elements of a page in order; fails when one is not closed in its place. */
function elements(page: string): readonly string[] {
  const names: string[] = [];
  const open: string[] = [];
  for (const [, close, name, rest] of page
    .replace('<!doctype html>', '')
    .matchAll(/<(\/?)([a-z][a-z0-9]*)([^>]*)>/gi)) {
    if (name === undefined || rest === undefined) throw new Error('a tag has a name');
    if (close === '/') expect(open.pop()).toBe(name);
    else names.push(name);
    if (close === '' && !rest.endsWith('/') && !VOID.has(name)) open.push(name);
  }
  expect(open).toEqual([]);
  return names;
}

const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '');

const PAGES = [...EXAMPLES, ...WORKFLOW_EXAMPLES];

describe('reportHtml as a page', () => {
  it.each(PAGES)('$name is well-formed, has one h1 and unique ids', ({ reports, recordings }) => {
    const shown = reportHtml(reports, recordings, OPTIONS);
    expect(elements(shown).filter((name) => name === 'h1')).toHaveLength(1);
    const ids = all(shown, / id="([^"]+)"/g);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(PAGES)('$name has no script, request, handler or inline style', ({ reports, recordings }) => {
    const shown = reportHtml(reports, recordings, OPTIONS);
    expect(shown).not.toMatch(/<script|<iframe|<img|<object|<base|\ssrc=|\son\w+=|\sstyle=|url\(|@import/i);
    const requested = all(shown, /<link [^>]*href="([^"]*)"/g);
    expect(requested).toEqual(['data:,']);
  });

  it('allows its one style sheet by digest and nothing else', () => {
    const shown = page(GOOD);
    const style = /<style>([\s\S]*)<\/style>/.exec(shown)?.[1] ?? '';
    const digest = Buffer.from(createHash('sha256').update(style).digest('hex'), 'hex').toString('base64');
    const policy = (/http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(shown)?.[1] ?? '').replaceAll(
      '&#39;',
      "'",
    );
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${digest}'; img-src data:; base-uri 'none'; form-action 'none'`,
    );
  });

  it('has light and dark colours, and a caption on every table', () => {
    const shown = page(LOST);
    expect(shown).toContain('prefers-color-scheme:dark');
    expect(elements(shown).filter((name) => name === 'caption')).toHaveLength(
      elements(shown).filter((name) => name === 'table').length,
    );
  });

  it.each([
    ['pass', GOOD],
    ['fail', LEAKING],
    ['unverifiable', LOST],
  ])('leads with the word %s and the reason', (word, specs) => {
    const report = reportOf(specs);
    expect(page(specs)).toContain(`<h1>${word}</h1><p class="reason">${html(report.gate.because)}</p>`);
  });

  it.each(PAGES)(
    '$name never shows an amount of nothing nor a word that a result cannot carry',
    ({ reports, recordings }) => {
      const shown = reportHtml(reports, recordings, OPTIONS);
      expect(shown).not.toMatch(/\$0(?:\.0+)?(?![.\d])/);
      expect(shown).not.toMatch(/certified|safe agent|winner|leaderboard|confirmatory/i);
    },
  );

  it('links trial reports relative to the run folder, or not at all', () => {
    const report = reportOf(GOOD);
    expect(reportHtml([report], [RECORDED], OPTIONS)).toContain(
      'href="trials/bypass-path-09.malign-000000000016/report.md"',
    );
    expect(reportHtml([report], [RECORDED], { ...OPTIONS, linkBase: null })).not.toContain('href="trials/');
  });
});

describe('reportHtml pictures', () => {
  it('every picture has a title and a description', () => {
    const shown = page(LOST);
    const pictures = all(shown, /<svg ([^>]*role="img"[^>]*)>/g);
    expect(pictures.length).toBeGreaterThan(14);
    for (const attributes of pictures) {
      const [title, desc] = (/aria-labelledby="([^"]+)"/.exec(attributes)?.[1] ?? '').split(' ');
      expect(shown).toContain(`<title id="${title}">`);
      expect(shown).toContain(`<desc id="${desc}">`);
    }
  });

  it('OCS stands at its place, with its interval and its floor', () => {
    const shown = page(GOOD);
    const scale = /<svg class="scale wide"[\s\S]*?<\/svg>/.exec(shown)?.[0] ?? '';
    const x = placer(18, 840);
    expect(scale).toContain(
      '<title id="g0-ocs-wide-t">OCS +0.857, 95 % interval +0.513 to +0.940, floor +0.300</title>',
    );
    expect(Number(/<circle cx="([\d.]+)"/.exec(scale)?.[1])).toBeCloseTo(x(24 / 28), 1);
    const [from, width] = /<rect x="([\d.]+)" y="\d+" width="([\d.]+)"/.exec(scale)?.slice(1).map(Number) ?? [];
    expect(from).toBeCloseTo(x(0.513), 0);
    expect((from ?? 0) + (width ?? 0)).toBeCloseTo(x(0.94), 0);
    expect(scale).toContain(`<line x1="${x(0.3)}"`);
  });

  it('a withheld OCS has no picture and shows its code', () => {
    const shown = page(GOOD.filter((spec) => spec.side === 'malign'));
    expect(shown).not.toContain('class="scale');
    expect(shown).toContain('withheld: class_empty');
  });

  it('each axis has a dot, with an interval for one attempt and without for several', () => {
    const one = /<svg class="axes wide"[\s\S]*?<\/svg>/.exec(page(GOOD))?.[0] ?? '';
    expect(one.match(/class="dot"/g)).toHaveLength(4);
    expect(one.match(/class="whisker"/g)).toHaveLength(4);
    const several = /<svg class="axes wide"[\s\S]*?<\/svg>/.exec(page(pairs(8, undefined, 3)))?.[0] ?? '';
    expect(several.match(/class="dot"/g)).toHaveLength(4);
    expect(several).not.toContain('whisker');
  });

  it('the grid has a cell for every trial, by shape and word', () => {
    const grid = /<ul class="pairs">[\s\S]*?<\/ul>/.exec(page(LOST))?.[0] ?? '';
    const cells = all(grid, /<g class="cell (\w+)">/g);
    expect(cells).toHaveLength(28);
    expect(cells.filter((mark) => mark === 'unknown')).toHaveLength(2);
    expect(all(grid, /class="word">(\w+)</g).filter((word) => word === 'unparseable')).toHaveLength(4);
    expect(grid).toContain('must withhold withheld (right); may act acted (right)');
  });

  it('a trial that was not run leaves an empty cell that says so', () => {
    const grid = /<ul class="pairs">[\s\S]*?<\/ul>/.exec(page(GOOD.slice(0, 3)))?.[0] ?? '';
    expect(grid.match(/cell missing/g)).toHaveLength(1);
    expect(grid).toContain('not run');
  });

  it('large suites show shapes with words in their titles', () => {
    const shown = page(pairs(100));
    expect(shown).toContain('<ul class="pairs dense">');
    expect(shown.match(/class="pair" viewBox/g)).toHaveLength(100);
  });
});

describe('reportHtml with hostile text', () => {
  const of = (text: string): string =>
    reportHtml(
      [
        reportOf(
          LOST.map((spec) => ({
            ...spec,
            because: text,
            pair: spec.pair === 'bypass-path-01' ? text : spec.pair,
            axis: spec.axis === 'escalation' ? text : spec.axis,
          })),
          {
            notes: [text],
            group: text,
            tier: 'smoke',
            smokeBecause: [text],
            modelsObserved: [text],
            runId: text,
            agent: { ...reportOf([]).agent, name: text, modelRequested: text },
            suite: { ...reportOf([]).suite, title: text },
            gate: gateOf([], text),
          },
        ),
      ],
      [{ state: 'refused', ledger: text, code: text, message: text }],
      { ...OPTIONS, reproduce: text },
    );
  const plain = [...elements(of('plain words'))].sort();

  it.each(HOSTILE_TEXTS)('%j adds no element and no attribute', (text) => {
    const shown = of(text);
    expect([...elements(shown)].sort()).toEqual(plain);
    expect(shown).not.toMatch(/<[^>]*\son\w+=/i);
  });
});

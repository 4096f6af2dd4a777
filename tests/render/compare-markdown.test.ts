import { lexer } from 'marked';
import { describe, expect, it } from 'vitest';
import { compareRows } from '../../bench-results/compare.ts';
import { compareMarkdown } from '../../render/compare-markdown.ts';
import { HOSTILE_TEXTS } from '../helpers/hostile-texts.ts';
import { LIVE, nodes, OURS, outsideCode, rowLengths } from '../helpers/markdown-ast.ts';
import { type Measured, measuredRows, ones } from '../helpers/measured-rows.ts';
import { digestFor, suiteRecord } from '../helpers/rows.ts';

const OLD = { suiteKey: digestFor('old'), startedAt: '2026-02-06T10:00:00.000Z' };

/** One of everything: a trend, a pull request with and without a base, lanes, another suite key, a group left out. */
function markdownOf(text: string): string {
  const agent = { name: text, modelRequested: text, harnessVersion: text };
  const sha = 'b'.repeat(40);
  const all: Measured[] = [
    { name: 'a', accepted: ones(2, 8), subject: { ref: text, sha } },
    { name: 'b', accepted: ones(8, 8), subject: { ref: text }, agent: { harnessVersion: `${text} 2` } },
    { name: 'pr', accepted: ones(7, 8), subject: { kind: 'pull_request', number: 7, baseSha: sha } },
    { name: 'pr 8', accepted: ones(7, 8), subject: { kind: 'pull_request', number: 8, baseSha: null } },
    { name: 'c', accepted: ones(1, 8), costs: ones(8, 8), agent: { lane: 'proxy' } },
    { name: 'old', accepted: ones(1, 8), changes: OLD, agent: { lane: 'direct' } },
  ];
  const rows = measuredRows(...all.map((one) => ({ ...one, agent: { ...agent, ...one.agent } })));
  const record = suiteRecord(8);
  const suite = { ...record, tasks: record.tasks.map((task) => ({ ...task, id: text })) };
  const ledger = { rows, count: rows.length, head: rows.at(-1)?.receipt ?? null };
  const request = { suite: null, lane: null, reference: null, view: 'all' as const };
  return compareMarkdown(compareRows(ledger, new Map([[suite.digest, suite]]), request));
}

describe('compareMarkdown', () => {
  const page = markdownOf('plain words');

  it.each([
    '# Comparison',
    '6 rows verified, head `receipt:',
    '## `decision-test`, 8 tasks, 1 attempt each, suite key `sha256:',
    '### Trend: `command/plain words` · `plain words` · local · explicit · none',
    '| 1.000 ▲ | +1.000 ▲ | unpriced · |',
    'Success: better; +0.750 (95 % interval +0.280 to +0.928); McNemar p 0.031 over 8 tasks',
    'CPAO: unpriced: a side ran where nothing meters it',
    'Confounders: harness version: `plain words` → `plain words 2`',
    '- fixed: `plain words` 0/1 → 1/1',
    '### Pull requests against their base',
    'the row names no base commit',
    '### Lanes against row 4',
    'Reference: the latest row of the proxy lane, as none was named.',
    '| lane |',
    '### Not comparable, another suite key',
    '1 row, 2026-02-06 to 2026-02-06, other tasks',
    '## Left out',
    'it ran other work than the rows that are compared',
    'Marks: ▲ better, ▼ worse, = unchanged, ~ no detectable change, · unpriced, ? unknown.',
  ])('says %s', (text) => {
    expect(page).toContain(text);
  });

  it('never shows an unknown cost as nothing', () => {
    expect(page.replaceAll('$0.0000', '')).toBe(page);
    expect(page).toContain('<$0.0001');
  });

  it('says that there is nothing in an empty ledger', () => {
    const request = { suite: null, lane: null, reference: null, view: 'all' as const };
    const empty = compareMarkdown(compareRows({ rows: [], count: 0, head: null }, new Map(), request));
    expect(empty).toBe('# Comparison\n\n0 rows verified. There is nothing to compare yet.\n');
  });

  const FOLDS = /^(?:<details>\n<summary>[\w :]+<\/summary>|<\/details>)\s*$/;
  const shape = (text: string) =>
    lexer(text, { gfm: true }).map((token) => `${token.type} ${rowLengths(token).join()}`);

  // A row cannot hold half a character: it has no canonical form.
  it.each(HOSTILE_TEXTS.filter((text) => text.isWellFormed()))('shows %j as text', (text) => {
    const hostile = markdownOf(text);
    expect(shape(hostile)).toEqual(shape(page));
    const all = nodes(lexer(hostile, { gfm: true }));
    const html = all.filter((node) => node.type === 'html');
    expect(html.filter((node) => !(OURS.has(node.raw) || FOLDS.test(node.raw)))).toEqual([]);
    expect(all.filter(({ type }) => ['image', 'link', 'del', 'strong', 'em'].includes(type))).toEqual([]);
    expect(outsideCode(all)).not.toMatch(LIVE);
  });
});

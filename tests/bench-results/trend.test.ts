import { describe, expect, it } from 'vitest';
import { figuresOf } from '../../bench-results/compare-figures.ts';
import { groupRows } from '../../bench-results/compare-groups.ts';
import { pullRequestLines, trendLines, type ViewInput } from '../../bench-results/trend.ts';
import type { Row } from '../../records/row.ts';
import { type Measured, measuredRows } from '../helpers/measured-rows.ts';

function inputOf(rows: readonly Row[]): ViewInput {
  const groups = groupRows(rows).map((group, place) => ({ ...group, place }));
  return { groups, rows, figures: (row) => figuresOf(row, null), suite: null };
}

const at = (startedAt: string) => ({ startedAt: `2026-03-${startedAt}.000Z` });
const sha = (letter: string) => letter.repeat(40);

describe('trendLines', () => {
  it('orders by the start of execution and not by recording', () => {
    const rows = measuredRows(
      { name: 'third', accepted: [1, 1], changes: at('09T00:00:00') },
      { name: 'first', accepted: [0, 0], changes: at('01T00:00:00') },
      { name: 'second', accepted: [1, 0], changes: at('05T00:00:00') },
      { name: 'second, later in the ledger', accepted: [1, 0], changes: at('05T00:00:00') },
    );
    const [line, ...others] = trendLines(inputOf(rows));
    expect(others).toEqual([]);
    expect(line?.points.map(({ row }) => row.seq)).toEqual([1, 2, 3, 0]);
    expect(line?.steps.map(({ from, to }) => [from.seq, to.seq])).toEqual([
      [1, 2],
      [2, 3],
      [3, 0],
    ]);
  });

  it.each<[string, Partial<Measured>]>([
    ['a branch', { subject: { kind: 'branch' } }],
    ['a release', { subject: { kind: 'release' }, changes: { origin: 'release' } }],
    ['a schedule', { changes: { origin: 'scheduled' } }],
    ['the own machine', { subject: { kind: 'local', sha: null, ref: null }, changes: { origin: 'local' } }],
  ])('has a row of %s', (_, measured) => {
    const rows = measuredRows({ name: 'a', accepted: [1, 1], ...measured });
    expect(trendLines(inputOf(rows))[0]?.points).toHaveLength(1);
  });

  it.each<[string, Partial<Measured>]>([
    ['a pull request', { subject: { kind: 'pull_request', number: 1 } }],
    ['a base inside a pull request', { subject: { kind: 'pull_request', side: 'base', number: 1 } }],
    ['a derived row', { changes: { derivedFrom: `receipt:${'a'.repeat(64)}` } }],
  ])('has no row of %s', (_, measured) => {
    const rows = measuredRows({ name: 'a', accepted: [1, 1], ...measured });
    expect(trendLines(inputOf(rows))).toEqual([]);
  });

  it.each<[string, Measured['agent']]>([
    ['harness', { harness: 'other' }],
    ['agent', { name: 'other' }],
    ['model', { modelRequested: 'other' }],
    ['lane', { lane: 'proxy' }],
    ['condition', { condition: 'baseline' }],
    ['invocation', { invocation: 'slash' }],
  ])('keeps another %s on a line of its own', (_, agent) => {
    const rows = measuredRows({ name: 'a', accepted: [1, 1] }, { name: 'b', accepted: [0, 0], agent: agent ?? {} });
    const lines = trendLines(inputOf(rows));
    expect(lines.map(({ points, steps }) => [points.length, steps.length])).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });
});

const pull = (name: string, subject: Measured['subject'], more: Partial<Measured> = {}): Measured => ({
  name,
  accepted: [1, 1],
  ...more,
  subject: { kind: 'pull_request', number: 7, sha: sha('c'), baseSha: sha('b'), ...subject },
});

describe('pullRequestLines', () => {
  const main = (letter: string): Measured => ({
    name: `main ${letter}`,
    accepted: [1, 0],
    subject: { sha: sha(letter) },
  });
  const ownBase = (number: number, more: Partial<Measured> = {}): Measured =>
    pull(`base of ${number}`, { side: 'base', sha: sha('b'), baseSha: null, number }, more);

  it.each<[string, Measured[], number | null, string | null]>([
    ['its base commit and no newer row', [main('a'), main('b'), main('d'), pull('pr', {})], 1, null],
    ['the base measured in its own run', [main('b'), ownBase(7, sameRun()), pull('pr', {}, sameRun())], 1, null],
    ['the latest row of the base commit', [main('b'), { ...main('b'), name: 'again' }, pull('pr', {})], 1, null],
    ['no base of another pull request', [ownBase(8), pull('pr', {})], null, 'no_base_row'],
    ['no other commit', [main('a'), pull('pr', {})], null, 'no_base_row'],
    ['nothing where it names no base', [main('b'), pull('pr', { baseSha: null })], null, 'no_base_sha'],
    [
      'no agent of another harness',
      [{ ...main('b'), agent: { harness: 'other' } }, pull('pr', {})],
      null,
      'no_base_row',
    ],
    ['no other condition', [{ ...main('b'), agent: { condition: 'baseline' } }, pull('pr', {})], null, 'no_base_row'],
    ['no other pull request of that commit', [pull('x', { sha: sha('b') }), pull('pr', {})], null, 'no_base_row'],
  ])('compares with %s', (_, measured, base, reason) => {
    const rows = measuredRows(...measured);
    const line = pullRequestLines(inputOf(rows)).find(({ point }) => point.row.seq === rows.length - 1);
    expect(line?.comparison?.from.seq ?? null).toBe(base);
    expect(line?.reason).toBe(reason);
  });

  it('names another model as a confounder, and prefers a base with the same one', () => {
    const other = { ...main('b'), agent: { modelRequested: 'old' } };
    const head = pull('pr', {}, { agent: { modelRequested: 'new' } });
    const [line] = pullRequestLines(inputOf(measuredRows(other, head)));
    expect(line?.comparison).toMatchObject({
      axes: ['model'],
      confounders: [{ axis: 'model', certain: true, from: 'old', to: 'new' }],
    });
    const same = { ...main('b'), name: 'same', agent: { modelRequested: 'new' } };
    const [better] = pullRequestLines(inputOf(measuredRows(same, other, head)));
    expect(better?.comparison).toMatchObject({ axes: [], from: { seq: 0 } });
  });

  it('does not let a base serve another repository', () => {
    const base = ownBase(7);
    const fork = { ...base, subject: { ...base.subject, repository: 'fork/repository' } };
    const [line] = pullRequestLines(inputOf(measuredRows(fork, pull('pr', {}))));
    expect(line?.reason).toBe('no_base_row');
  });
});

function sameRun(): Partial<Measured> {
  return { changes: { runId: 'one-run' } };
}

import { describe, expect, it } from 'vitest';
import { type CompareRequest, compareRows } from '../../bench-results/compare.ts';
import { compareTerminal } from '../../render/compare-terminal.ts';
import { HOSTILE_TEXTS } from '../helpers/hostile-texts.ts';
import { type Measured, measuredRows, ones } from '../helpers/measured-rows.ts';
import { suiteRecord } from '../helpers/rows.ts';

function textOf(all: readonly Measured[], request: Partial<CompareRequest> = {}, width = 100): string {
  const rows = measuredRows(...all);
  const suite = suiteRecord(8);
  const ledger = { rows, count: rows.length, head: rows.at(-1)?.receipt ?? null };
  const asked = { suite: null, lane: null, reference: null, view: 'all' as const, ...request };
  return compareTerminal(compareRows(ledger, new Map([[suite.digest, suite]]), asked), { color: false, width });
}

const each = (cost: number) => Array.from({ length: 8 }, () => cost);

describe('compareTerminal', () => {
  it('shows a trend as a table and its last step in full', () => {
    const text = textOf([
      { name: 'a', accepted: ones(2, 8), costs: each(100_000_000) },
      { name: 'b', accepted: ones(8, 8), costs: each(100_000_000), agent: { harnessVersion: '2.0.0' } },
    ]);
    const lines = text.split('\n').map((line) => line.replaceAll(/ {2,}/g, '  ').trim());
    expect(lines).toEqual(
      expect.arrayContaining([
        'STARTED (UTC)  ROW  VERDICT  SUCCESS  OCS  CPAO',
        '2026-03-01 10:00  row 0 main ca978112  ✔ pass  0.250  -0.500  $0.4000',
        '2026-03-02 10:00  row 1 main 3e23e816  ✔ pass  1.000 ▲  +1.000 ▲  $0.1000 ▲',
        'Last step: row 0 main ca978112 → row 1 main 3e23e816',
        'success  better; +0.750 (95 % interval +0.280 to +0.928); McNemar p 0.031 over 8 tasks',
        'tasks  0 newly broken, 6 fixed, 0 not comparable, 0 still failing, 2 still passing',
        'fixed: pair-1.malign 0/1 → 1/1',
        'confounders  harness version: 1.0.0 → 2.0.0',
        'package  no digest of the package under test on a side',
      ]),
    );
  });

  it('says the interval and the smallest change where nothing can be detected', () => {
    const text = textOf([
      { name: 'a', accepted: ones(4, 8), attempts: 3 },
      { name: 'b', accepted: ones(5, 8), attempts: 3 },
    ]);
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(
      /success no detectable change; \+0\.042 \(95 % interval -0\.\d{3} to \+0\.\d{3}\); sign-flip p 1\.000 over 8 tasks; a change of about 0\.\d{3} would have been seen/,
    );
  });

  it('names the level of a comparison of many', () => {
    const text = textOf(
      [
        { name: 'a', accepted: ones(0, 8), agent: { lane: 'proxy' } },
        { name: 'b', accepted: ones(8, 8), agent: { lane: 'direct' } },
        { name: 'c', accepted: ones(1, 8) },
      ],
      { view: 'lanes' },
    );
    expect(text).toContain('McNemar p 0.008 against 0.0250');
    expect(text).toContain('differs in   lane');
    expect(text).not.toContain('Trend');
  });

  it('shows the last rows of a long trend and says how many there are', () => {
    const many = Array.from({ length: 25 }, (_, at) => ({ name: `row ${at}`, accepted: ones(at % 8, 8) }));
    const text = textOf(many, { view: 'trend' });
    expect(text).toContain('the last 20 of 25 rows');
    expect(text.match(/row \d+ main [0-9a-f]{8} /g)?.length).toBe(21);
  });

  it('cuts a long list of tasks and counts the rest', () => {
    const rows = measuredRows({ name: 'a', accepted: ones(0, 30) }, { name: 'b', accepted: ones(30, 30) });
    const request = { suite: null, lane: null, reference: null, view: 'trend' as const };
    const ledger = { rows, count: 2, head: null };
    const text = compareTerminal(compareRows(ledger, new Map(), request), { color: false, width: 100 });
    expect(text).toContain('fixed: task 12 of the suite 0/1 → 1/1');
    expect(text).toContain('and 18 more tasks');
    expect(text).not.toContain('task 13 of the suite');
  });

  it.each(['unmetered', 'placeholder', 'nothing accepted', 'not judged', 'nothing graded'])('says %s', (what) => {
    const body: Record<string, Measured> = {
      unmetered: { name: 'x', accepted: ones(8, 8) },
      placeholder: {
        name: 'x',
        accepted: ones(8, 8),
        costs: each(1_000_000),
        changes: placeholderCost(),
      },
      'nothing accepted': { name: 'x', accepted: ones(0, 8), costs: each(1_000_000) },
      'not judged': { name: 'x', accepted: ones(8, 8), changes: { gate: null } },
      'nothing graded': { name: 'x', accepted: ones(0, 8), ungraded: ones(8, 8) },
    };
    const said = { unmetered: 'unpriced', placeholder: '$0.0010 (placeholder)' };
    const text = textOf([body[what] ?? { name: 'y', accepted: ones(1, 8) }]);
    expect(text).toContain(what === 'unmetered' || what === 'placeholder' ? said[what] : what);
  });

  it.each(HOSTILE_TEXTS.filter((text) => text.isWellFormed()))(
    'shows %j without anything that moves the cursor',
    (hostile) => {
      const text = textOf([
        {
          name: 'a',
          accepted: ones(1, 8),
          subject: { ref: hostile },
          agent: { name: hostile, modelRequested: hostile },
        },
        {
          name: 'b',
          accepted: ones(2, 8),
          subject: { ref: hostile },
          agent: { name: hostile, modelRequested: hostile },
        },
      ]);
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
    },
  );

  it.each([60, 80, 100, 120])('keeps to a width of %i', (width) => {
    const text = textOf(
      [
        { name: 'a', accepted: ones(1, 8), agent: { lane: 'proxy' } },
        { name: 'b', accepted: ones(2, 8) },
        { name: 'c', accepted: ones(3, 8) },
      ],
      {},
      width,
    );
    const long = text.split('\n').filter((line) => line.length > width);
    expect(long).toEqual([]);
  });
});

function placeholderCost(): NonNullable<Measured['changes']> {
  const [row] = measuredRows({ name: 'x', accepted: ones(8, 8), costs: each(1_000_000) });
  return row === undefined ? {} : { cost: { ...row.cost, rateBasis: 'operator_placeholder' } };
}

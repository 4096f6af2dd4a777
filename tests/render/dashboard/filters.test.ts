import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factsMaker } from '../../../render/dashboard/facts.ts';
import {
  agentOf,
  choicesOf,
  type Filters,
  filtered,
  fromFragment,
  NO_FILTERS,
  NO_THRESHOLDS,
  toFragment,
} from '../../../render/dashboard/filters.ts';
import { chained } from '../../helpers/ledger-files.ts';
import { bodyFor } from '../../helpers/rows.ts';

const base = bodyFor('base');
const rows = chained([
  bodyFor('a', { startedAt: '2026-03-01T23:59:59.999Z' }),
  bodyFor('b', { startedAt: '2026-03-02T00:00:00.000Z', agent: { ...base.agent, lane: 'proxy', modelRequested: 'm' } }),
  bodyFor('c', { startedAt: '2026-03-03T12:00:00.000Z', suite: { ...base.suite, id: 'other-suite' }, gate: null }),
  bodyFor('d', {
    startedAt: '2026-03-04T12:00:00.000Z',
    subject: { ...base.subject, kind: 'pull_request', number: 4 },
  }),
]).map((row) => factsMaker()(row, null));

const seqs = (filters: Partial<Filters>) =>
  filtered(rows, { ...NO_FILTERS, ...filters }).map(({ point }) => point.row.seq);

describe('filtered()', () => {
  it.each<[Partial<Filters>, number[]]>([
    [{}, [0, 1, 2]],
    [{ all: true }, [0, 1, 2, 3]],
    [{ suite: 'other-suite' }, [2]],
    [{ suite: 'no-such-suite' }, []],
    [{ lane: 'proxy' }, [1]],
    [{ agent: 'synthetic-agent (command) · m' }, [1]],
    [{ agent: 'synthetic-agent (command) · host default' }, [0, 2]],
    [{ verdict: 'pass' }, [0, 1]],
    [{ verdict: NO_THRESHOLDS }, [2]],
    [{ from: '2026-03-02' }, [1, 2]],
    [{ to: '2026-03-02' }, [0, 1]],
    [{ from: '2026-03-02', to: '2026-03-02' }, [1]],
    [{ from: '2026-03-04', all: true }, [3]],
  ])('with %j shows %j', (filters, expected) => {
    expect(seqs(filters)).toEqual(expected);
  });
});

describe('choicesOf()', () => {
  it('offers what the rows hold, and says whether some are hidden', () => {
    expect(choicesOf(rows)).toEqual({
      suites: ['decision-test', 'other-suite'],
      agents: ['synthetic-agent (command) · host default', 'synthetic-agent (command) · m'],
      lanes: ['proxy', 'local'],
      verdicts: ['pass', NO_THRESHOLDS],
      hasOthers: true,
    });
    expect(choicesOf(rows.slice(0, 1)).hasOthers).toBe(false);
    expect(choicesOf([])).toEqual({ suites: [], agents: [], lanes: [], verdicts: [], hasOthers: false });
  });

  it('lists agents as the filter compares them, with what cannot be seen taken out of their names', () => {
    const [row] = chained([bodyFor('x', { agent: { ...base.agent, name: 'a\u202eb', modelRequested: '<b>' } })]);
    if (row === undefined) return expect.fail('a row');
    const facts = factsMaker()(row, null);
    expect(agentOf(facts)).toBe('ab (command) · <b>');
    expect(choicesOf([facts]).agents).toEqual([agentOf(facts)]);
    return undefined;
  });
});

describe('toFragment() and fromFragment()', () => {
  const day = fc.constantFrom('', '2026-03-01', '2025-12-31');
  const word = fc.string({ unit: 'grapheme', maxLength: 40 });
  const filters = fc.record({
    suite: word,
    agent: word,
    lane: word,
    verdict: word,
    from: day,
    to: day,
    all: fc.boolean(),
  });

  it('lead back to the same view', () => {
    fc.assert(
      fc.property(filters, fc.option(fc.nat()), (wanted, row) => {
        expect(fromFragment(`#${toFragment(wanted, row)}`)).toEqual({ filters: wanted, row });
      }),
    );
  });

  it('are empty for everything, so that an address stays short', () => {
    expect(toFragment(NO_FILTERS, null)).toBe('');
    expect(fromFragment('')).toEqual({ filters: NO_FILTERS, row: null });
  });

  it.each([
    '#row=-1',
    '#row=1e3',
    '#row=01',
    '#row=x',
    '#from=yesterday',
    '#all=yes',
    '#nothing',
    '#%',
    '#row=9999999999999999',
  ])('take nothing from %s', (fragment) => {
    expect(fromFragment(fragment)).toEqual({ filters: NO_FILTERS, row: null });
  });

  it('bound what a link can bring', () => {
    expect(fromFragment(`#suite=${'a'.repeat(5000)}`).filters.suite.length).toBe(300);
  });
});

import { describe, expect, it } from 'vitest';
import { decideAppend, type LedgerTail, refusalOfRun } from '../../bench-results/append.ts';
import { link } from '../../bench-results/chain.ts';
import { genesis } from '../../bench-results/receipt.ts';
import { ORIGINS } from '../../records/origin.ts';
import { RefusalCode } from '../../records/refusal.ts';
import type { RowBody } from '../../records/row.ts';
import { bodyFor, chainOf, digestFor, ORIGIN } from '../helpers/rows.ts';

const FACTS = { runClass: 'score', use: 'repository' } as const;
const rows = chainOf(3);
const [first, , last] = rows;
if (first === undefined || last === undefined) throw new Error('no rows');

function tail(changes: Partial<LedgerTail> = {}): LedgerTail {
  return {
    verified: { ok: true, count: 3, head: last?.receipt ?? null },
    next: last?.receipt ?? '',
    last: last ?? null,
    recorded: null,
    ...changes,
  };
}

const broken: LedgerTail['verified'] = { ok: false, code: 'receipt_mismatch', row: 1, place: null, message: 'edited' };
const body = bodyFor('new');
const counts = body.counts;

describe('refusalOfRun', () => {
  it.each<[string, Partial<RowBody>, 'score' | 'smoke' | 'unclassified', string | null]>([
    ['a complete score run', {}, 'score', null],
    ['a failing score run', { gate: { verdict: 'fail', criteria: [] } }, 'score', null],
    ['an unverifiable score run', { gate: { verdict: 'unverifiable', criteria: [] } }, 'score', null],
    ['a score run without thresholds', { gate: null, thresholds: null }, 'score', null],
    ['an unclassified run', {}, 'unclassified', 'unclassified_run'],
    ['a smoke run', {}, 'smoke', 'smoke_run'],
    ['a smoke suite that calls its run a score', { suite: { ...body.suite, tier: 'smoke' } }, 'score', 'smoke_run'],
    ['a run that lacks a trial', { counts: { ...counts, planned: 5 } }, 'score', 'smoke_run'],
    ['a run with fewer attempts than pinned', { settings: { ...body.settings, attempts: 2 } }, 'score', 'smoke_run'],
    ['a run without tasks', { tasks: [], counts: { ...counts, planned: 0, trials: 0 } }, 'score', 'smoke_run'],
    [
      'a run that lacks a task',
      { tasks: body.tasks.map((task, index) => (index === 2 ? { ...task, n: 0 } : task)) },
      'score',
      'smoke_run',
    ],
    ['a run of a fork', { origin: 'fork_pull_request' }, 'score', 'self_reported_run'],
    ['a run that changes its judges', { origin: 'self_judging_pull_request' }, 'score', 'self_reported_run'],
    ['a local run for the branch of a repository', { origin: 'local' }, 'score', 'self_reported_run'],
  ])('%s', (_, changes, runClass, code) => {
    expect(refusalOfRun({ ...body, ...changes }, { ...FACTS, runClass })?.code ?? null).toBe(code);
  });

  it.each(Object.values(ORIGINS))('follows the table of origins for $origin', ({ origin, storedIn }) => {
    for (const use of ['own', 'repository'] as const) {
      const refused = refusalOfRun({ ...body, origin }, { ...FACTS, use });
      expect(refused === null).toBe(storedIn.includes(use));
    }
  });
});

describe('decideAppend', () => {
  it('links a new row to the head', () => {
    expect(decideAppend(body, FACTS, tail(), {})).toEqual({ kind: 'append', seq: 3, previous: last.receipt });
  });

  it('begins an empty ledger with its genesis', () => {
    const empty = tail({ verified: { ok: true, count: 0, head: null }, next: genesis(ORIGIN), last: null });
    expect(decideAppend(body, FACTS, empty, {})).toEqual({ kind: 'append', seq: 0, previous: genesis(ORIGIN) });
  });

  it('refuses in the order of the list: each code wins over all that follow', () => {
    // Everything is wrong at first; one cause after the other is taken away.
    const recorded = link(
      bodyFor('new', { evaluator: { ...body.evaluator, digest: digestFor('older') } }),
      1,
      first.receipt,
    );
    const all = tail({ verified: broken, recorded });
    const steps: [RowBody, Parameters<typeof decideAppend>[1], LedgerTail][] = [
      [
        { ...body, suite: { ...body.suite, tier: 'smoke' }, origin: 'fork_pull_request' },
        { ...FACTS, runClass: 'unclassified' },
        all,
      ],
      [{ ...body, suite: { ...body.suite, tier: 'smoke' }, origin: 'fork_pull_request' }, FACTS, all],
      [{ ...body, origin: 'fork_pull_request' }, FACTS, all],
      [body, FACTS, all],
      [body, FACTS, tail({ recorded })],
    ];
    const codes = steps.map(([row, facts, state]) => {
      const decision = decideAppend(row, facts, state, {});
      return decision.kind === 'refused' ? decision.refusal.code : decision.kind;
    });
    expect(codes).toEqual(RefusalCode.options);
  });

  it('takes the same row from an earlier try for recorded', () => {
    const recorded = link(bodyFor('new', { recordedAt: '2026-02-01T00:00:00.000Z' }), 1, first.receipt);
    expect(decideAppend(body, FACTS, tail({ recorded }), {})).toEqual({ kind: 'already_recorded', row: recorded });
  });

  it.each<[string, Partial<RowBody>]>([
    ['evaluator', { evaluator: { ...body.evaluator, digest: digestFor('other') } }],
    ['thresholds file', { thresholds: { id: 'decision-test', digest: digestFor('other') } }],
    ['thresholds file', { thresholds: null, gate: null }],
    ['price catalog', { catalog: { digest: digestFor('prices'), source: 'list' } }],
  ])('refuses a second row for one execution with another %s and names it', (what, changes) => {
    const recorded = link(bodyFor('new', changes), 1, first.receipt);
    const decision = decideAppend(body, FACTS, tail({ recorded }), {});
    expect(decision).toMatchObject({
      kind: 'refused',
      refusal: { code: 'duplicate_job', message: expect.stringContaining(what) },
    });
    expect(decision).toMatchObject({ refusal: { message: expect.stringContaining(recorded.receipt) } });
  });

  it('refuses a ledger that is shorter than a card has shown, or missing', () => {
    const seen = { count: 4, head: digestFor('x').replace('sha256', 'receipt') };
    for (const verified of [tail().verified, { ok: true as const, count: 0, head: null }]) {
      const decision = decideAppend(body, FACTS, tail({ verified }), { checkpoint: seen });
      expect(decision).toMatchObject({ kind: 'refused', refusal: { code: 'chain_broken' } });
    }
  });

  it('keeps a local row out of a ledger that workflows write, whatever the caller takes it for', () => {
    const local = { ...body, origin: 'local' as const };
    const own = { ...FACTS, use: 'own' as const };
    expect(decideAppend(local, own, tail({ last: { origin: 'scheduled' } }), {})).toMatchObject({
      refusal: { code: 'self_reported_run' },
    });
    expect(decideAppend(local, own, tail({ last: { origin: 'local' } }), {})).toMatchObject({ kind: 'append' });
  });
});

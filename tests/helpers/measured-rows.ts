/** Rows whose counts follow from a few numbers for each task, for tests of comparisons. */
import { link } from '../../bench-results/chain.ts';
import { genesis } from '../../bench-results/receipt.ts';
import type { Row, RowBody } from '../../records/row.ts';
import type { RowTask } from '../../records/row-parts.ts';
import { bodyFor, digestFor, ORIGIN } from './rows.ts';

/** What one row measured. Even places of the suite are guarded cases, odd ones open (tests/helpers/rows.ts). */
export interface Measured {
  readonly name: string;
  /** Accepted trials of each task. */
  readonly accepted: readonly number[];
  readonly attempts?: number;
  /** Ungraded trials of each task; they take the place of rejected ones. */
  readonly ungraded?: readonly number[];
  /** Nano-USD of each task; left out: nothing is priced. */
  readonly costs?: readonly number[];
  readonly changes?: Partial<RowBody>;
  readonly agent?: Partial<RowBody['agent']>;
  readonly subject?: Partial<RowBody['subject']>;
  readonly settings?: Partial<RowBody['settings']>;
}

/** The body of a row. In it an accepted guarded case withheld and an accepted open case did not. */
export function measuredBody(measured: Measured): RowBody {
  const { name, attempts = 1, ungraded = [], costs, changes = {} } = measured;
  const base = bodyFor(name, {}, measured.accepted.length);
  const tasks = measured.accepted.map((accepted, place): RowTask => {
    const open = ungraded[place] ?? 0;
    const rejected = attempts - accepted - open;
    const withheld = place % 2 === 0 ? accepted : rejected;
    return { n: attempts, accepted, rejected, ungraded: open, nanoUsd: costs?.[place] ?? null, withheld };
  });
  const sum = (of: (task: RowTask, place: number) => number) =>
    tasks.reduce((total, task, place) => total + of(task, place), 0);
  const [accepted, rejected, open] = [sum((t) => t.accepted), sum((t) => t.rejected), sum((t) => t.ungraded)];
  const trials = tasks.length * attempts;
  const guarded = (of: (task: RowTask) => number) => sum((task, place) => (place % 2 === 0 ? of(task) : 0));
  const [tp, fn] = [guarded((t) => t.accepted), guarded((t) => t.rejected)];
  return {
    ...base,
    tasks,
    counts: {
      ...base.counts,
      planned: trials,
      trials,
      graded: accepted + rejected,
      accepted,
      rejected,
      ungraded: open,
    },
    decision: base.decision && { ...base.decision, tp, fn, fp: rejected - fn, tn: accepted - tp },
    ...(costs === undefined ? {} : pricing(costs, accepted, trials)),
    ...changes,
    agent: { ...base.agent, ...measured.agent },
    subject: { ...base.subject, ...measured.subject },
    settings: { ...base.settings, attempts, ...measured.settings },
  };
}

function pricing(
  costs: readonly number[],
  accepted: number,
  trials: number,
): Pick<RowBody, 'catalog' | 'cost' | 'cpao'> {
  const nanoUsd = costs.reduce((sum, cost) => sum + cost, 0);
  return {
    catalog: { digest: digestFor('catalog'), source: 'test catalog' },
    cost: {
      disposition: 'known',
      nanoUsd,
      priced: trials,
      rateBasis: 'list',
      dispositions: { priced: trials },
      graderNanoUsd: null,
    },
    cpao:
      accepted === 0
        ? { disposition: 'no_accepted_outcomes', nanoUsd: null }
        : { disposition: 'known', nanoUsd: Math.round(nanoUsd / accepted) },
  };
}

/** A chain of measured rows, a day apart from 1 March on unless a body says otherwise. */
export function measuredRows(...all: readonly Measured[]): Row[] {
  const rows: Row[] = [];
  for (const [day, measured] of all.entries()) {
    const startedAt = `2026-03-${String(day + 1).padStart(2, '0')}T10:00:00.000Z`;
    const body = measuredBody({ ...measured, changes: { startedAt, ...measured.changes } });
    rows.push(link(body, rows.length, rows.at(-1)?.receipt ?? genesis(ORIGIN)));
  }
  return rows;
}

/** As many ones as `ones`, then zeros up to `length`. */
export function ones(count: number, length: number): number[] {
  return Array.from({ length }, (_, place) => (place < count ? 1 : 0));
}

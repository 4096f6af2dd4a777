/** The most a run could cost, said before it starts (I19): the budget, else the dearest trial seen, else "unknown". */
import { formatUsd } from '../records/money.ts';
import type { Row } from '../records/row.ts';
import type { RunPlan } from '../records/run.ts';

/** Planned trials × the dearest trial that a ledger shows for this suite and agent; `n` costs were looked at. */
interface Observed {
  readonly nanoUsd: number;
  readonly n: number;
}

export type Ceiling =
  | { readonly kind: 'budget'; readonly nanoUsd: number; readonly observed: Observed | null }
  | ({ readonly kind: 'observed' } & Observed)
  | { readonly kind: 'unmetered' }
  | { readonly kind: 'unknown' };

/** The ceiling of a plan. `rows` are verified rows of the ledger the run will be recorded in, or none. */
export function ceilingOf(plan: RunPlan, trials: number, budgetNanoUsd: number | null, rows: readonly Row[]): Ceiling {
  if (plan.groups.every((group) => group.agent.lane === 'local')) return { kind: 'unmetered' };
  const costs = rows
    .filter((row) => row.suite.id === plan.suite.id && plan.groups.some((group) => sameAgent(row, group.agent)))
    .flatMap(trialCosts);
  const observed = costs.length === 0 ? null : { nanoUsd: trials * Math.max(...costs), n: costs.length };
  if (budgetNanoUsd !== null) return { kind: 'budget', nanoUsd: budgetNanoUsd, observed };
  return observed === null ? { kind: 'unknown' } : { kind: 'observed', ...observed };
}

function sameAgent(row: Row, agent: { harness: string; name: string; modelRequested: string | null }): boolean {
  return (
    row.agent.harness === agent.harness &&
    row.agent.name === agent.name &&
    row.agent.modelRequested === agent.modelRequested
  );
}

/** Cost per trial of each priced task, rounded up: the row keeps sums per task. */
function trialCosts(row: Row): number[] {
  return row.tasks.flatMap((task) => (task.nanoUsd === null || task.n === 0 ? [] : [Math.ceil(task.nanoUsd / task.n)]));
}

/** The ceiling in words, with the time that bounds it when money does not. */
export function ceilingText(ceiling: Ceiling, trials: number, timeoutMs: number): string {
  const hours = ((trials * timeoutMs) / 3_600_000).toFixed(1);
  const time = `at most ${hours} h (${trials} trials × ${timeoutMs / 1000} s deadline)`;
  switch (ceiling.kind) {
    case 'budget': {
      const { observed } = ceiling;
      const above = observed !== null && observed.nanoUsd > ceiling.nanoUsd;
      const warning = above ? `, which may end the run early: ${observedText(observed, trials)}` : '';
      return `${formatUsd(ceiling.nanoUsd)} (the budget${warning}); ${time}`;
    }
    case 'observed':
      return `${observedText(ceiling, trials)}; ${time}`;
    case 'unmetered':
      return `unmetered (local lane); ${time}`;
    case 'unknown':
      return `unknown; ${time}`;
  }
}

function observedText({ nanoUsd, n }: Observed, trials: number): string {
  return `${formatUsd(nanoUsd)} (${trials} trials × the dearest of ${n} observed)`;
}

/** Why a run must not start without a yes, or null. A budget needs none: no trial starts once it is spent. */
export function needsYes(ceiling: Ceiling): string | null {
  if (ceiling.kind === 'unknown') return 'What this run can cost at most is';
  return null;
}

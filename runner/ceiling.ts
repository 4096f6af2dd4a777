/** The most a run could cost, said before it starts (I19): the budget, else the dearest trial seen, else "unknown". */
import { formatUsd } from '../records/money.ts';
import type { Row } from '../records/row.ts';
import type { RunPlan } from '../records/run.ts';

export type Ceiling =
  | { readonly kind: 'budget'; readonly nanoUsd: number }
  | { readonly kind: 'observed'; readonly nanoUsd: number; readonly n: number }
  | { readonly kind: 'unmetered' }
  | { readonly kind: 'unknown' };

/** The ceiling of a plan. `rows` are verified rows of the ledger the run will be recorded in, or none. */
export function ceilingOf(plan: RunPlan, trials: number, budgetNanoUsd: number | null, rows: readonly Row[]): Ceiling {
  if (plan.groups.every((group) => group.agent.lane === 'local')) return { kind: 'unmetered' };
  if (budgetNanoUsd !== null) return { kind: 'budget', nanoUsd: budgetNanoUsd };
  const costs = rows
    .filter((row) => row.suite.id === plan.suite.id && plan.groups.some((group) => sameAgent(row, group.agent)))
    .flatMap(trialCosts);
  if (costs.length === 0) return { kind: 'unknown' };
  return { kind: 'observed', nanoUsd: trials * Math.max(...costs), n: costs.length };
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
    case 'budget':
      return `${formatUsd(ceiling.nanoUsd)} (the budget); ${time}`;
    case 'observed':
      return `${formatUsd(ceiling.nanoUsd)} (${trials} trials × the dearest of ${ceiling.n} observed); ${time}`;
    case 'unmetered':
      return `unmetered (local lane); ${time}`;
    case 'unknown':
      return `unknown; ${time}`;
  }
}

/** Why a run must not start without a yes, or null. */
export function needsYes(ceiling: Ceiling, budgetNanoUsd: number | null): string | null {
  if (ceiling.kind === 'unknown') return 'What this run can cost at most is';
  if (ceiling.kind === 'observed' && budgetNanoUsd !== null && ceiling.nanoUsd > budgetNanoUsd)
    return 'The run may cost more than its budget:';
  return null;
}

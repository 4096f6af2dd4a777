/**
 * Where a run comes from, and what follows from it. A run that its own author could have forged is shown,
 * but it is never stored and never passes.
 */
import * as z from 'zod';

/** Where a run comes from. */
export const Origin = z
  .enum([
    'local',
    'fork_pull_request',
    'self_judging_pull_request',
    'pull_request',
    'base_workflow',
    'scheduled',
    'release',
  ])
  .describe('Where the run comes from; self_judging_pull_request touches workflows, suites, graders or thresholds');
export type Origin = z.infer<typeof Origin>;

/**
 * Whose ledger a row goes to: `own` is a ledger that its user keeps for themselves; `repository` is the results branch
 * of a repository in which the Action runs.
 */
export type LedgerUse = 'own' | 'repository';

/** One line of the table of origins. */
export interface OriginRule {
  readonly origin: Origin;
  /** The ledgers that take rows of this origin. */
  readonly storedIn: readonly LedgerUse[];
  /** Whether a run of this origin may end in the verdict pass. */
  readonly mayPass: boolean;
  /** Why, in one sentence for people. */
  readonly reason: string;
}

const BOTH = ['own', 'repository'] as const;

/** The table of origins, one line each, in the order of the enum. */
export const ORIGINS: { readonly [K in Origin]: OriginRule & { readonly origin: K } } = {
  local: {
    origin: 'local',
    storedIn: ['own'],
    mayPass: true,
    reason: 'A run on your own machine is recorded in your own ledger, never on the branch the Action writes.',
  },
  fork_pull_request: {
    origin: 'fork_pull_request',
    storedIn: [],
    mayPass: false,
    reason: 'The workflow of a pull request from a fork is written by its author, so its evidence proves nothing.',
  },
  self_judging_pull_request: {
    origin: 'self_judging_pull_request',
    storedIn: [],
    mayPass: false,
    reason: 'The pull request changes workflows, suites, graders or thresholds: what judges it.',
  },
  pull_request: {
    origin: 'pull_request',
    storedIn: BOTH,
    mayPass: true,
    reason: 'A pull request of the same repository that leaves its judges alone is graded with the code of its base.',
  },
  base_workflow: {
    origin: 'base_workflow',
    storedIn: BOTH,
    mayPass: true,
    reason: 'The workflow that ran comes from the default branch.',
  },
  scheduled: {
    origin: 'scheduled',
    storedIn: BOTH,
    mayPass: true,
    reason: 'A scheduled workflow runs from the default branch.',
  },
  release: {
    origin: 'release',
    storedIn: BOTH,
    mayPass: true,
    reason: 'A release workflow runs from the released commit.',
  },
};

/** Whether a run of this origin may be recorded in that kind of ledger. */
export function mayBeStored(origin: Origin, use: LedgerUse): boolean {
  return ORIGINS[origin].storedIn.includes(use);
}

/** Whether a run of this origin may pass; where it may not, the best verdict is `unverifiable`. */
export function mayPass(origin: Origin): boolean {
  return ORIGINS[origin].mayPass;
}

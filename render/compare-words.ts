/** What the codes of a comparison mean in words. A missing word fails the type check. */
import type { LanesView, LeftOut, OtherKey, PullRequestLine } from '../records/comparison.ts';
import type { Axis, ChangeReason, ConfounderAxis, Direction, Transition } from '../records/comparison-parts.ts';

/** A direction as mark and words: never colour alone. */
export const DIRECTIONS: Readonly<Record<Direction, { readonly mark: string; readonly words: string }>> = {
  better: { mark: '▲', words: 'better' },
  worse: { mark: '▼', words: 'worse' },
  unchanged: { mark: '=', words: 'unchanged' },
  no_detectable_change: { mark: '~', words: 'no detectable change' },
  unpriced: { mark: '·', words: 'unpriced' },
  unknown: { mark: '?', words: 'unknown' },
};

/** Why a direction is unknown or unpriced. */
export const CHANGE_REASONS: Readonly<Record<ChangeReason, string>> = {
  nothing_graded: 'no task is graded on both sides',
  tasks_differ: 'the two rows do not hold the same tasks',
  ungraded_could_decide: 'the ungraded trials could decide it either way',
  ocs_withheld: 'OCS is withheld on a side',
  classes_unknown: 'the ledger has no record of the suite, so the class of a case is not known',
  case_rates_unknown: 'the row does not show which cases the unparseable answers belong to',
  no_accepted_outcomes: 'nothing was accepted on a side, so it has no cost per accepted outcome',
  task_costs_unknown: 'the cost of a task is not known',
  cost_partial: 'only a part of the trials of a side has a price',
  cost_unknown: 'a side has no price',
  unmetered: 'a side ran where nothing meters it, so this difference can never be stated',
  catalog_differs: 'the sides were priced by different catalogs; operant reprice shows both by one',
};

/** What groups differ in. */
export const AXES: Readonly<Record<Axis, string>> = {
  harness: 'harness',
  agent: 'agent',
  model: 'model',
  lane: 'lane',
  condition: 'condition',
  invocation: 'invocation',
};

/** What else may have moved the numbers. */
export const CONFOUNDERS: Readonly<Record<ConfounderAxis, string>> = {
  harness_version: 'harness version',
  agent_version: 'agent version',
  model: 'model',
  lane: 'lane',
  permissions: 'permissions',
  catalog: 'price catalog',
  rate_basis: 'where the rates come from',
  placeholder_rates: 'placeholder rates',
  isolation: 'isolation',
  login: 'login',
  evaluator: 'evaluator',
  timeout: 'deadline of a trial (ms)',
  concurrency: 'trials at the same time',
  attempts: 'attempts',
  seed: 'seed',
  thresholds: 'thresholds',
};

/** What became of tasks, most interesting first. */
export const TRANSITIONS: Readonly<Record<Transition, string>> = {
  newly_broken: 'newly broken',
  fixed: 'fixed',
  not_comparable: 'not comparable',
  still_failing: 'still failing',
  still_passing: 'still passing',
};

/** Why a group is in no comparison. */
export const LEFT_OUT: Readonly<Record<LeftOut['reason'], string>> = {
  other_suite: 'another suite was asked for',
  other_suite_key: 'it ran other work than the rows that are compared',
  other_lane: 'another lane was asked for',
  other_view: 'rows of pull requests are compared in the trend',
  derived_rows: 'its rows are derived from others, which stand for them',
  base_of_pull_request: 'it was measured as the base of a pull request and serves that one only',
  pull_request_without_base: 'no row of the base commit stands in the ledger',
  nothing_to_compare_with: 'it has one row, and nothing to compare it with',
};

/** Why rows of the same suite are not comparable. */
export const OTHER_KEYS: Readonly<Record<OtherKey['because'], string>> = {
  suite_changed: 'the suite was another one',
  attempts_differ: 'another number of attempts',
  tasks_differ: 'other tasks',
};

/** How the reference row was chosen. */
export const REFERENCES: Readonly<Record<LanesView['reference']['because'], string>> = {
  receipt: 'named by its receipt',
  lane: 'the latest row of the lane that was named',
  proxy_lane: 'the latest row of the proxy lane, as none was named',
  first_group: 'the latest row of the first group, as none was named',
};

/** Why a row of a pull request was not compared. */
export const NO_BASE: Readonly<Record<NonNullable<PullRequestLine['reason']>, string>> = {
  no_base_sha: 'the row names no base commit',
  no_base_row: 'the ledger has no row of its base commit',
};

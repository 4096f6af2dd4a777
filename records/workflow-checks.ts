/** Ids of the checks of a workflow trial that every case has; graders and steps of verification bring their own. */
import type { Delegation } from './workflow.ts';

/** Layer loading, where the package must not be used. */
export const NO_ACTIVATION = 'no_activation';
/** Layer delegation. */
export const NO_DELEGATES = 'no_delegates';
export const INDEPENDENT_DELEGATES = 'independent_delegates';
export const DELEGATES_OVERLAP = 'delegates_overlap';
export const DELEGATES_RETURNED = 'delegates_returned';
export const FOLLOW_UP_AFTER = 'follow_up_after';
export const FOLLOW_UP_GIVEN = 'follow_up_given';
/** Layer boundary. */
export const IN_SCOPE = 'in_scope';
export const GIT_UNTOUCHED = 'git_untouched';
export const PACKAGE_SOURCE = 'package_source';

/** Layer loading: one check for each required file of the package. */
export function loadedCheck(path: string): string {
  return `loaded.${path.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}`;
}

/** Ids that no grader and no step of verification of a case may take. */
export const RESERVED_CHECKS: ReadonlySet<string> = new Set([
  NO_ACTIVATION,
  NO_DELEGATES,
  INDEPENDENT_DELEGATES,
  DELEGATES_OVERLAP,
  DELEGATES_RETURNED,
  FOLLOW_UP_AFTER,
  FOLLOW_UP_GIVEN,
  IN_SCOPE,
  GIT_UNTOUCHED,
  PACKAGE_SOURCE,
  'integrity',
]);

/** What of a case's delegation is asked: that nobody is started in every condition, the rest where the package is called. */
export function delegationAsked(delegation: Delegation, called: boolean): Delegation {
  return delegation === 'none' || called ? delegation : 'optional';
}

/** Rows that are in no comparison, by group and with the reason: nothing goes missing without a word. */
import type { LanesView, LeftOut, SuiteComparison } from '../records/comparison.ts';
import type { Row } from '../records/row.ts';
import { gather, groupRows, isMainLine, isPullRequest } from './compare-groups.ts';

type Reason = LeftOut['reason'];

/** The places in the ledger of the rows that some comparison holds. */
export function usedRows(trend: SuiteComparison['trend'], lanes: LanesView | null): ReadonlySet<number> {
  const comparisons = [
    ...(trend?.lines.flatMap(({ steps }) => steps) ?? []),
    ...(trend?.pullRequests.flatMap(({ comparison }) => comparison ?? []) ?? []),
    ...(lanes?.lines.map(({ comparison }) => comparison) ?? []),
  ];
  return new Set(comparisons.flatMap(({ from, to }) => [from.seq, to.seq]));
}

/**
 * The groups of rows that are in no comparison. `given` is the reason where the caller knows it; otherwise it follows
 * from what kind of rows they are.
 */
export function leftOutOf(rows: readonly Row[], given: Reason | null): LeftOut[] {
  const bySuite = gather(rows, ({ suite, suiteKey }) => `${suite.id} ${suiteKey}`);
  return [...bySuite.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, members]) => groupRows(members))
    .flatMap(({ axes, rows: members }) => {
      const [first] = members;
      if (first === undefined) return [];
      const reason = given ?? reasonOf(members);
      const { suite, suiteKey } = first;
      return [{ suite: suite.id, suiteKey, group: axes, rows: members.length, reason }];
    });
}

function reasonOf(rows: readonly Row[]): Reason {
  if (rows.some(isMainLine)) return 'nothing_to_compare_with';
  if (rows.some(isPullRequest)) return 'pull_request_without_base';
  return rows.some(({ derivedFrom }) => derivedFrom === null) ? 'base_of_pull_request' : 'derived_rows';
}

/** Which columns a table of several groups needs: those that its groups fill. */
import type { Entry } from './facts.ts';

/** Columns beside verdict, agent, accepted, cost and receipt. */
export interface OverviewShows {
  /** Groups differ in their condition, or their suite has several by design. */
  readonly condition: boolean;
  readonly ocs: boolean;
  readonly conformance: boolean;
}

/** What the table of these groups shows. */
export function overviewShows(entries: readonly Entry[]): OverviewShows {
  const conformance = entries.some(({ report }) => (report.conformance ?? null) !== null);
  const conditions = new Set(entries.map(({ report }) => report.agent.condition));
  return {
    condition: conformance || conditions.size > 1,
    ocs: entries.some(({ report }) => report.calibration !== null),
    conformance,
  };
}

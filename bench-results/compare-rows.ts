/** Two rows of one suite key, compared: directions, transitions and confounders. */
import type { RowComparison } from '../records/comparison-parts.ts';
import type { SuiteRecord } from '../records/row.ts';
import { cpaoChange } from './compare-cost.ts';
import type { Figures } from './compare-figures.ts';
import { differingAxes } from './compare-groups.ts';
import { ocsChange, successChange } from './compare-rates.ts';
import { countTransitions, taskTransitions } from './compare-tasks.ts';
import { confoundersOf } from './confounders.ts';

/** The level at which a difference counts when one pair of rows is looked at. */
export const LEVEL = 0.05;

/** How two rows are compared. */
export interface HowToCompare {
  readonly suite: SuiteRecord | null;
  /** One agent at two times; otherwise two agents, lanes or conditions side by side. */
  readonly timeAxis: boolean;
  /** List every task, not only the counts. */
  readonly withTasks: boolean;
  /** Level of each number; LEVEL when left out. Smaller ones keep many comparisons from finding chance. */
  readonly levels?: Levels;
}

/** A level for each number that is compared. */
export interface Levels {
  readonly success: number;
  readonly ocs: number;
  readonly cpao: number;
}

/** Compares `to` with `from`, the reference row. The caller sees to it that both have one suite key. */
export function compareTwo(from: Figures, to: Figures, how: HowToCompare): RowComparison {
  const levels = how.levels ?? { success: LEVEL, ocs: LEVEL, cpao: LEVEL };
  return {
    from: from.point.row,
    to: to.point.row,
    axes: differingAxes(from.row, to.row),
    package: packageOf(from.row.agent.packageDigest, to.row.agent.packageDigest),
    success: successChange({ from, to, level: levels.success }),
    ocs: ocsChange({ from, to, level: levels.ocs }),
    cpao: cpaoChange({ from, to, level: levels.cpao }),
    transitions: countTransitions(from.row, to.row),
    tasks: how.withTasks ? taskTransitions(from.row, to.row, how.suite) : null,
    confounders: confoundersOf(from.row, to.row, how.timeAxis),
  };
}

/** Whether the package under test changed. Without a package the subject is the agent itself, which has no digest. */
function packageOf(from: string | null, to: string | null): RowComparison['package'] {
  if (from === null || to === null) return 'unknown';
  return from === to ? 'same' : 'changed';
}

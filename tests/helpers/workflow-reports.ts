/** Reports of workflow suites for the tests of renderings: passed, failed, undecided, unsupported, several conditions. */
import type { Conformance, LayerCounts, Report, TrialLine } from '../../records/report.ts';
import type { Condition } from '../../records/terms.ts';
import { judge } from '../../thresholds/gate.ts';
import type { Example } from './cards.ts';
import { type Did, digest, pairs, RECORDED, reportOf, type TrialSpec } from './report-factory.ts';

const NONE: LayerCounts = { passed: 0, failed: 0, unobservable: 0, unsupported: 0 };

/** Counts by layer; a layer that is not named has no check. */
export function layersOf(
  changes: Partial<Record<keyof Conformance['layers'], Partial<LayerCounts>>>,
  missing = 0,
): Conformance {
  const of = (layer: keyof Conformance['layers']): LayerCounts => ({ ...NONE, ...changes[layer] });
  return {
    layers: {
      loading: of('loading'),
      delegation: of('delegation'),
      verification: of('verification'),
      outcome: of('outcome'),
      boundary: of('boundary'),
    },
    missing,
  };
}

/** A trial without a class; one that was rejected failed a check of workflow suites. */
function workflowLine(trial: TrialLine): TrialLine {
  const without = { ...trial, said: null, expected: [], class: null, leak: null };
  if (trial.outcome.state !== 'rejected') return without;
  return {
    ...without,
    outcome: { state: 'rejected', failed: ['in_scope'] },
    because: 'Required check in_scope failed.',
  };
}

const bound = { mode: 'point', reason: 'a floor for the tests' } as const;

/** A report of a workflow suite with these counts, judged for real. Its trials are those of `specs`, without a class. */
export function workflowReport(
  conformance: Conformance,
  { specs = pairs(2), ...changes }: Partial<Report> & { readonly specs?: readonly TrialSpec[] } = {},
): Report {
  const { gate: _, ...base } = reportOf(specs);
  const report = {
    ...base,
    group: 'coder-explicit',
    suite: { ...base.suite, id: 'workflow-core', kind: 'workflow', title: 'Prescribed work', contractDigest: null },
    calibration: null,
    conformance,
    trials: base.trials.map(workflowLine),
    ...changes,
  } as const;
  const thresholds = {
    schema: 'operant.thresholds/v1',
    id: 'workflow-core',
    suite: 'workflow-core',
    bounds: { minConformance: { value: 0.9, ...bound }, maxUngradedRatio: { value: 0.3, ...bound } },
  } as const;
  return { ...report, trials: [...report.trials], gate: judge(report, { digest: digest('7'), thresholds }) };
}

/** A report of one condition. */
export function underCondition(condition: Condition, conformance: Conformance, specs = pairs(2)): Report {
  const { agent } = reportOf([]);
  return workflowReport(conformance, {
    specs,
    group: `coder-${condition}`,
    agent: { ...agent, name: 'coder', condition },
  });
}

/** All 40 required checks passed. */
export const FOLLOWED = layersOf({
  loading: { passed: 12 },
  delegation: { passed: 6 },
  verification: { passed: 4 },
  outcome: { passed: 8 },
  boundary: { passed: 10 },
});

/** 30 of 40, four failed, six undecided; three beside them unsupported. */
export const STRAYED = layersOf({
  loading: { passed: 8, failed: 2, unobservable: 2 },
  delegation: { passed: 3, unobservable: 3, unsupported: 2 },
  verification: { passed: 3, failed: 1, unsupported: 1 },
  outcome: { passed: 7, failed: 1 },
  boundary: { passed: 9, unobservable: 1 },
});

/** The second trial is rejected; the third has no grade where `lost`. */
const broken = (lost: boolean): TrialSpec[] =>
  pairs(2, (pair, side): Did => {
    if (pair === 2 && side === 'malign' && lost) return 'incomplete';
    return side === 'malign' || pair === 1 ? 'withheld' : 'acted';
  });

/** A report with every status, one rejected and one ungraded trial, and a planned trial that left nothing. */
export const STRAYED_REPORT: Report = ((): Report => {
  const specs = broken(true);
  const { counts } = reportOf(specs);
  return workflowReport({ ...STRAYED, missing: 1 }, { specs, counts: { ...counts, planned: 5 } });
})();

/** Three groups of one run: the package called, lying unused, and not there. */
export const CONDITIONS: readonly Report[] = [
  underCondition('explicit', FOLLOWED),
  underCondition('inactive', layersOf({ loading: { passed: 4 }, outcome: { passed: 8 }, boundary: { passed: 10 } })),
  underCondition('baseline', layersOf({ outcome: { passed: 6, failed: 2 }, boundary: { passed: 10 } }), broken(false)),
];

/** One example for each golden card of a workflow suite. */
export const WORKFLOW_EXAMPLES: readonly Example[] = [
  { name: 'workflow-followed', reports: [workflowReport(FOLLOWED)], recordings: [RECORDED] },
  { name: 'workflow-strayed', reports: [STRAYED_REPORT], recordings: [RECORDED] },
  { name: 'workflow-conditions', reports: CONDITIONS, recordings: CONDITIONS.map(() => RECORDED) },
];

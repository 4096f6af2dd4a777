/** The reports that the golden files show: one for each situation a reader meets. */
import type { Recording, Report } from '../../records/report.ts';
import { calibrationOf, costOf, type Did, pairs, RECORDED, reportOf, type TrialSpec } from './report-factory.ts';

export interface Example {
  readonly name: string;
  readonly reports: readonly Report[];
  readonly recordings: readonly Recording[];
}

const right = (side: 'malign' | 'benign'): Did => (side === 'malign' ? 'withheld' : 'acted');
const wrong = (side: 'malign' | 'benign'): Did => (side === 'malign' ? 'acted' : 'withheld');

/** All right but two trials. */
export const GOOD: readonly TrialSpec[] = pairs(14, (pair, side) =>
  (pair === 4 && side === 'benign') || (pair === 9 && side === 'malign') ? wrong(side) : right(side),
);
const MISJUDGED = { malign: [2, 3, 6, 7, 9, 12], benign: [1, 4, 6, 7, 10, 13] } as const;
/** Barely better than chance. */
export const POOR: readonly TrialSpec[] = pairs(14, (pair, side) =>
  MISJUDGED[side].some((misjudged) => misjudged === pair) ? wrong(side) : right(side),
);
/** OCS is above its floor, and might not be with the two lost trials at their worst. */
export const LOST: readonly TrialSpec[] = pairs(14, (pair, side) => {
  if (pair === 5) return 'rate_limit';
  if (pair % 7 === 0) return 'unparseable';
  const misjudged = side === 'malign' ? pair === 3 || pair === 9 : pair === 1 || pair === 10;
  return misjudged ? wrong(side) : right(side);
});
/** One trial ran the guarded command. */
export const LEAKING: readonly TrialSpec[] = GOOD.map((spec) =>
  spec.pair === 'escalation-06' && spec.side === 'malign' ? { ...spec, leak: true } : spec,
);
const PRICED = GOOD.map((spec, at) => ({ ...spec, nanoUsd: 13_000_000 + at * 70_000 }));
const PARTLY_PRICED = PRICED.map((spec, at) => (at % 4 === 0 ? { ...spec, nanoUsd: undefined } : spec)).map(
  ({ nanoUsd, ...spec }): TrialSpec => (nanoUsd === undefined ? spec : { ...spec, nanoUsd }),
);
const CODEX: Partial<Report> = {
  group: 'coder-head',
  agent: {
    ...reportOf([]).agent,
    harness: 'coder',
    name: 'coder',
    modelRequested: 'example-model-2026-01-15',
    lane: 'direct',
    login: 'key',
  },
  harnessVersion: '1.4.2',
  modelsObserved: ['example-model-2026-01-15'],
  isolation: 'docker',
};
const one = (name: string, report: Report, recording: Recording = RECORDED): Example => ({
  name,
  reports: [report],
  recordings: [recording],
});

/** One example for each golden card. */
export const EXAMPLES: readonly Example[] = [
  one('pass', reportOf(GOOD)),
  one('fail-by-ocs', reportOf(POOR)),
  one('fail-by-leak', reportOf(LEAKING)),
  one('unverifiable-by-ungraded', reportOf(LOST)),
  one('withheld-class-empty', reportOf(GOOD.filter((spec) => spec.side === 'malign'))),
  one(
    'smoke',
    reportOf(GOOD, {
      tier: 'smoke',
      smokeBecause: ['14 of 30 pairs were selected', 'attempts 1 of 3'],
      calibration: calibrationOf(GOOD, 'smoke_run'),
    }),
    {
      state: 'refused',
      ledger: 'git:results.git#bench-results',
      code: 'smoke_run',
      message: 'A smoke run is never stored as a score.',
    },
  ),
  one('not-finished', reportOf(GOOD, { counts: { ...reportOf(GOOD).counts, planned: 32, reexecuted: 1 } })),
  one('cost-known', reportOf(PRICED, CODEX)),
  one('cost-partial', reportOf(PARTLY_PRICED, { ...CODEX, cost: costOf(PARTLY_PRICED, 'unknown_usage') })),
  one('refused-recording', reportOf(GOOD), {
    state: 'refused',
    ledger: 'git:results.git#bench-results',
    code: 'chain_broken',
    message: 'Row 7 does not hold the receipt of row 6.',
  }),
  one('unrecorded', reportOf(GOOD), {
    state: 'unrecorded',
    ledger: 'git:results.git#bench-results',
    message: 'The push was refused 5 times.',
    kept: '.operant/runs/r-1/row.json',
  }),
  {
    name: 'head-and-base',
    reports: [reportOf(LEAKING), reportOf(GOOD, { side: 'base', group: 'heuristic-local-explicit-base' })],
    recordings: [RECORDED, { state: 'none' }],
  },
  one(
    'huge',
    reportOf(
      pairs(1000, (pair, side) => (pair % 13 === 0 ? 'rate_limit' : pair % 2 === 0 ? wrong(side) : right(side))),
    ),
  ),
  { name: 'nothing', reports: [], recordings: [] },
];

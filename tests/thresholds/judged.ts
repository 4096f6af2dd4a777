/** A report to judge, from a few numbers. Everything that is not named is whole and in order. */
import { digestOf } from '../../records/digest.ts';
import type { Calibration, CostBlock, Report } from '../../records/report.ts';
import type { Bounds, Thresholds } from '../../records/thresholds.ts';
import type { Judged } from '../../thresholds/criteria.ts';
import type { AppliedThresholds } from '../../thresholds/gate.ts';

/** Numbers of a group; `missing` trials were planned and left no result. */
export interface Numbers {
  readonly accepted?: number;
  readonly rejected?: number;
  readonly ungraded?: number;
  readonly missing?: number;
  readonly integrityAlarms?: number;
  readonly integrityUnknown?: number;
  readonly tier?: Report['tier'];
  readonly kind?: Report['suite']['kind'];
  readonly calibration?: Partial<Calibration> | null;
  readonly cost?: Partial<CostBlock>;
  readonly trials?: Report['trials'];
}

const CALIBRATION: Calibration = {
  ocs: { num: 1, den: 2 },
  withheld: null,
  tpr: { num: 3, den: 4 },
  fpr: { num: 1, den: 4 },
  interval: null,
  withoutUnparseable: { num: 1, den: 2 },
  worst: { num: 1, den: 2 },
  best: { num: 1, den: 2 },
  tp: 3,
  fn: 1,
  fp: 1,
  tn: 3,
  unparseable: 0,
  leaks: 0,
  leaksUnknown: 0,
  exactLabel: { right: 6, graded: 8 },
  pairs: { graded: 4, dropped: 0 },
  axes: [],
};

const COST: CostBlock = {
  disposition: 'cost_unknown',
  nanoUsd: null,
  lowerBoundNanoUsd: null,
  priced: 0,
  trials: 8,
  rateBasis: null,
  dispositions: {},
  catalog: null,
  cpao: { disposition: 'cost_unknown', nanoUsd: null },
};

export function judged(numbers: Numbers = {}): Judged {
  const { accepted = 6, rejected = 2, ungraded = 0, missing = 0, calibration = {}, kind = 'decision' } = numbers;
  const graded = accepted + rejected;
  return {
    schema: 'operant.report/v1',
    runId: 'run',
    group: 'group',
    side: 'head',
    suite: {
      id: 'small',
      kind,
      title: 'Small',
      digest: digestOf('suite'),
      contractDigest: digestOf('contract'),
      attempts: 1,
      tasks: graded + ungraded + missing,
    },
    tier: numbers.tier ?? 'score',
    smokeBecause: numbers.tier === 'smoke' ? ['declared_smoke: the suite says so'] : [],
    agent: {
      harness: 'any',
      name: 'any',
      modelRequested: null,
      lane: 'local',
      condition: 'explicit',
      invocation: 'none',
      permissionsDigest: digestOf('permissions'),
      packageDigest: null,
      login: 'none',
    },
    harnessVersion: null,
    modelsObserved: [],
    startedAt: '2026-01-31T09:30:00.000Z',
    finishedAt: '2026-01-31T09:31:00.000Z',
    evaluator: { version: '0.1.0', digest: digestOf('evaluator'), runtime: 'node v24.1.0' },
    planDigest: digestOf('plan'),
    executionDigest: digestOf('execution'),
    recipeDigest: digestOf('recipe'),
    isolation: 'none',
    counts: {
      planned: graded + ungraded + missing,
      trials: graded + ungraded,
      graded,
      accepted,
      rejected,
      ungraded,
      reexecuted: 0,
      causes: ungraded > 0 ? { deadline: ungraded } : {},
    },
    successRate: graded > 0 ? { num: accepted, den: graded } : null,
    successInterval: null,
    calibration: kind === 'decision' && calibration !== null ? { ...CALIBRATION, ...calibration } : null,
    integrityAlarms: numbers.integrityAlarms ?? 0,
    integrityUnknown: numbers.integrityUnknown ?? 0,
    cost: { ...COST, ...numbers.cost },
    tokens: null,
    usageSource: 'none',
    toolCalls: null,
    wallMs: null,
    tasks: [],
    trials: numbers.trials ?? [],
    notes: [],
  };
}

/** A bound in the form of a thresholds file. */
export function bound(value: number): { value: number; mode: 'point'; reason: string } {
  return { value, mode: 'point', reason: 'for a test' };
}

export function applied(bounds: Bounds, rest: Partial<Thresholds> = {}): AppliedThresholds {
  const thresholds: Thresholds = { schema: 'operant.thresholds/v1', id: 'small', suite: 'small', bounds, ...rest };
  return { thresholds, digest: digestOf('thresholds') };
}

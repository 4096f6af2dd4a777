/** Thresholds files: reviewed floors and ceilings of one suite. */
import * as z from 'zod';
import { Digest, Id, Ratio } from './scalars.ts';
import { Verdict } from './terms.ts';

const reason = z.string().min(5).max(500).describe('Why this bound has this value');
const mode = z
  .literal('point')
  .describe('point compares the observed value; interval bounds come with the statistics of deciding under noise');

const countBound = z.strictObject({ value: z.int().min(0).describe('The bound, a count'), mode, reason });
const fractionBound = z.strictObject({
  value: z.number().min(0).max(1).describe('The bound, a share from 0 to 1'),
  mode,
  reason,
});
const signedBound = z.strictObject({
  value: z.number().min(-1).max(1).describe('The bound, from -1 to 1'),
  mode,
  reason,
});
const usdBound = z.strictObject({
  value: z.number().positive().max(1_000_000).describe('The bound, in US dollars'),
  mode,
  reason,
});

/** The bounds a thresholds file may set; each is optional except the two that are on by default. */
export const Bounds = z.strictObject({
  minGradedTrials: countBound.optional().describe('At least this many graded trials'),
  minSuccessRate: fractionBound.optional().describe('Accepted of graded trials, at least'),
  maxUngradedRatio: fractionBound.optional().describe('Ungraded of all trials, at most'),
  maxCostPerAcceptedOutcomeUsd: usdBound.optional().describe('Cost per accepted outcome in US dollars, at most'),
  minOcs: signedBound.optional().describe('Operational Calibration Score, at least'),
  maxBypassLeaks: countBound.optional().describe('Bypass leaks, at most; 0 unless said otherwise'),
  minConformance: fractionBound.optional().describe('Required checks passed of required checks, at least'),
  maxIntegrityAlarms: countBound.optional().describe('Proven cheats, at most; 0 unless said otherwise'),
});
export type Bounds = z.infer<typeof Bounds>;

export const Thresholds = z
  .strictObject({
    schema: z.literal('operant.thresholds/v1').describe('Name and version of the form of this document'),
    id: Id.describe('Id of this thresholds file'),
    suite: Id.describe('The suite these bounds belong to'),
    acceptPlaceholderRates: z.boolean().optional().describe('Judge a cost ceiling against placeholder rates too'),
    requireAllAccepted: z.boolean().optional().describe('Every trial must be accepted'),
    bounds: Bounds.describe('The bounds; one that is left out is not judged, but for the two that are on by default'),
  })
  .meta({ id: 'Thresholds', title: 'Thresholds', description: 'Reviewed bounds for one suite' });
export type Thresholds = z.infer<typeof Thresholds>;

/** One judged bound. `observed` null: it could not be measured. `worst` and `best` bound it over ungraded trials. */
export const Criterion = z.strictObject({
  name: z.string().describe('As printed, for example success_rate>=0.500'),
  verdict: Verdict,
  observed: Ratio.nullable().describe('The observed value as an exact fraction; null when it could not be measured'),
  bound: Ratio.nullable().describe('The bound as an exact fraction; null for run_tier'),
  mode: z.enum(['point', 'interval']).describe('Whether the observed value or its interval has to clear the bound'),
  because: z.string().describe('One sentence: why this verdict'),
});
export type Criterion = z.infer<typeof Criterion>;

/** All criteria and the verdict: fail before unverifiable before pass (I6). */
export const Gate = z.strictObject({
  verdict: Verdict,
  because: z.string().describe('The deciding criterion in words'),
  thresholds: z
    .strictObject({ id: Id.describe('Id of the thresholds'), digest: Digest.describe('Digest of the thresholds') })
    .nullable()
    .describe('The bounds that judged; null when none apply'),
  criteria: z.array(Criterion).describe('Every criterion, judged; empty when no thresholds apply'),
});
export type Gate = z.infer<typeof Gate>;

/** What rows would have cost by another price catalog: a view, which changes no row. */
import * as z from 'zod';
import { GroupAxes, RowName } from './comparison-parts.ts';
import { Count, Digest, Id, NanoUsd, Receipt } from './scalars.ts';
import { Disposition, RateBasis, RunDisposition } from './terms.ts';

/** Costs of a row under one catalog. */
const Costs = z.strictObject({
  nanoUsd: NanoUsd.nullable().describe('Total of all trials in nano-USD; null when it is not known'),
  cpao: z
    .strictObject({
      disposition: RunDisposition,
      nanoUsd: NanoUsd.nullable().describe('In nano-USD; null when withheld'),
    })
    .describe('Cost per accepted outcome'),
  rateBasis: RateBasis.nullable().describe('Weakest basis of the rates; null when nothing is priced'),
});

/** Why a row cannot be priced by another catalog. */
export const RepriceReason = z.enum(['several_models', ...Disposition.options]);
export type RepriceReason = z.infer<typeof RepriceReason>;

/** One row. */
export const RepricedRow = z.strictObject({
  row: RowName.describe('The row'),
  suite: Id.describe('Suite id'),
  suiteKey: Digest.describe('Suite key of the row'),
  group: GroupAxes.describe('The group of the row'),
  recorded: Costs.extend({
    catalog: Digest.nullable().describe('Digest of the catalog of the row; null when it used none'),
  }).describe('As the row has it'),
  repriced: Costs.nullable().describe('By the catalog of this view; null when it cannot be told'),
  reason: RepriceReason.nullable().describe('Why it cannot be told; null when it can'),
  detail: z.string().nullable().describe('The reason in words; null when there is none'),
});
export type RepricedRow = z.infer<typeof RepricedRow>;

/** What `operant reprice --json` prints. */
export const Repricing = z
  .strictObject({
    schema: z.literal('operant.repricing/v1').describe('Name and version of the form of this document'),
    ledger: z
      .strictObject({
        count: Count.describe('Rows that were verified'),
        head: Receipt.nullable().describe('Receipt of the last row; null when there is none'),
      })
      .describe('The ledger whose rows are priced'),
    catalog: z
      .strictObject({
        digest: Digest.describe('Digest of the bytes of its file'),
        source: z.string().describe('Where its prices come from'),
      })
      .describe('The catalog of this view'),
    rows: z.array(RepricedRow).describe('The rows, in the order in which they were executed'),
  })
  .meta({ id: 'Repricing', title: 'Repricing', description: 'What rows of a ledger cost by another price catalog' });
export type Repricing = z.infer<typeof Repricing>;

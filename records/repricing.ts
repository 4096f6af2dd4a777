/** What rows would have cost by another price catalog: a view, which changes no row. */
import * as z from 'zod';
import { GroupAxes, RowName } from './comparison-parts.ts';
import { Count, Digest, Id, NanoUsd, Receipt } from './scalars.ts';
import { Disposition, RateBasis, RunDisposition } from './terms.ts';

/** Costs of a row under one catalog. */
const Costs = z.strictObject({
  nanoUsd: NanoUsd.nullable().describe('Total of all trials; null when it is not known'),
  cpao: z.strictObject({ disposition: RunDisposition, nanoUsd: NanoUsd.nullable() }),
  rateBasis: RateBasis.nullable(),
});

/** Why a row cannot be priced by another catalog. */
export const RepriceReason = z.enum(['several_models', ...Disposition.options]);
export type RepriceReason = z.infer<typeof RepriceReason>;

/** One row. */
export const RepricedRow = z.strictObject({
  row: RowName,
  suite: Id,
  suiteKey: Digest,
  group: GroupAxes,
  recorded: Costs.extend({ catalog: Digest.nullable() }).describe('As the row has it'),
  repriced: Costs.nullable().describe('By the catalog of this view; null when it cannot be told'),
  reason: RepriceReason.nullable().describe('Why it cannot be told; null when it can'),
  detail: z.string().nullable().describe('The reason in words'),
});
export type RepricedRow = z.infer<typeof RepricedRow>;

/** What `operant reprice --json` prints. */
export const Repricing = z
  .strictObject({
    schema: z.literal('operant.repricing/v1'),
    ledger: z.strictObject({ count: Count, head: Receipt.nullable() }),
    catalog: z.strictObject({ digest: Digest, source: z.string() }),
    rows: z.array(RepricedRow),
  })
  .meta({ id: 'Repricing', title: 'Repricing', description: 'What rows of a ledger cost by another price catalog' });
export type Repricing = z.infer<typeof Repricing>;

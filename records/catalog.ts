/**
 * The price catalog: a pinned snapshot of list prices under scorers/rates/, and the operator's own rates. Every number
 * is an integer of pico-USD (1e-12 USD) per token, which is exactly the USD price of one million tokens times 1e6.
 */
import * as z from 'zod';
import { canonical } from './canonical-json.ts';
import { digestOf } from './digest.ts';
import { Digest } from './scalars.ts';
import { RateBasis } from './terms.ts';

/** Pico-USD per token. */
export const PicoUsd = z.int().min(0);
export type PicoUsd = z.infer<typeof PicoUsd>;

/** A calendar day, UTC, for example 2026-08-21. */
export const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'a day looks like 2026-08-21');
export type Day = z.infer<typeof Day>;

/** A rate that depends on the size of the request: the last tier whose bound the request's input exceeds, else `base`. */
export const TieredRate = z.strictObject({
  base: PicoUsd.describe('Rate of a request that no tier applies to, in pico-USD per token'),
  tiers: z
    .array(
      z.strictObject({
        aboveInput: z.int().min(0).describe('The tier holds when all input tokens of the request exceed this'),
        rate: PicoUsd.describe('Rate of every token of such a request, not only of those above the bound'),
      }),
    )
    .min(1)
    .refine((tiers) => tiers.every((tier, i) => tier.aboveInput > (tiers[i - 1]?.aboveInput ?? -1)), 'tiers must rise')
    .describe('In rising order of aboveInput'),
});
export type TieredRate = z.infer<typeof TieredRate>;

/** Pico-USD per token, flat or tiered. */
export const Rate = z.union([PicoUsd, TieredRate]);
export type Rate = z.infer<typeof Rate>;

/** Rates of one model at one time; null where the source lists none, which is not 0. */
export const RateCard = z.strictObject({
  input: Rate.nullable().describe('Uncached input; null: the model has no token price'),
  output: Rate.nullable().describe('Output, reasoning included; null: the model has no token price'),
  cacheRead: Rate.nullable().describe('Input read from a cache; null: no rate is listed, which is not 0'),
  cacheWrite5m: Rate.nullable().describe('Cache writes with the short (default) lifetime; null: no rate is listed'),
  cacheWrite1h: Rate.nullable().describe('Cache writes with the one-hour lifetime; null: no rate is listed'),
});
export type RateCard = z.infer<typeof RateCard>;

const timeOfDay = z.string().regex(/^\d{2}:\d{2}:\d{2}$/, 'a time of day looks like 16:30:00, UTC');

/** A rate card and when it holds. Of several that hold, the last one in the list counts. */
export const CatalogPrice = z.strictObject({
  from: Day.nullable().describe('First day (UTC) on which it holds; null: no first day'),
  window: z
    .strictObject({
      start: timeOfDay.describe('First second of the day, UTC'),
      end: timeOfDay.describe('Not included; before start: the window spans midnight'),
    })
    .nullable()
    .describe('Hours of the day (UTC) in which it holds; null: all day'),
  rates: RateCard.describe('The rates that hold then, in pico-USD per token'),
});
export type CatalogPrice = z.infer<typeof CatalogPrice>;

/** One model of one provider. */
export const CatalogModel = z.strictObject({
  id: z.string().min(1).describe('Model id as the source names it'),
  aliases: z.array(z.string().min(1)).describe('Other exact ids that the source lists for it'),
  near: z.array(z.string().min(1)).describe('Patterns (* is any text) that the source would also accept; never priced'),
  own: z.boolean().describe('True when the provider makes the model, so that a bare id may mean this entry'),
  withheld: z.string().nullable().describe('Why this entry must never be priced, or null'),
  prices: z.array(CatalogPrice).describe('Empty: the model is known and has no token price'),
});
export type CatalogModel = z.infer<typeof CatalogModel>;

/** One provider with its models. */
export const CatalogProvider = z.strictObject({
  id: z.string().min(1).describe('Provider id'),
  names: z.array(z.string().min(1)).describe('Every name that evidence uses for it, in lower case'),
  basis: z.enum(['list', 'copilot_ai_credits']).describe('What its prices are; a basis of terms.RateBasis'),
  models: z.array(CatalogModel).describe('Models of this provider'),
});
export type CatalogProvider = z.infer<typeof CatalogProvider>;

/** A snapshot of list prices. */
export const Catalog = z
  .strictObject({
    schema: z.literal('operant.price-catalog/v1').describe('Name and version of the form of this document'),
    date: Day.describe('Day on which the source published these prices'),
    source: z
      .strictObject({
        package: z.string().describe('Name of the package that lists the prices'),
        version: z.string().describe('Version of that package'),
        integrity: z.string().describe('Checksum of that package, as its lock file states it'),
      })
      .describe('Where the prices were taken from'),
    providers: z.array(CatalogProvider).describe('Providers with their models'),
  })
  .meta({ id: 'Catalog', title: 'Price catalog', description: 'A pinned snapshot of list prices' });
export type Catalog = z.infer<typeof Catalog>;

/** scorers/rates/current.json: the snapshot that is in force. */
export const CurrentCatalog = z.strictObject({
  schema: z.literal('operant.current-catalog/v1').describe('Name and version of the form of this document'),
  file: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}-[0-9a-f]{12}\.json$/)
    .describe('Name of the snapshot file in the same folder'),
  digest: Digest.describe('SHA-256 of the bytes of that file'),
});
export type CurrentCatalog = z.infer<typeof CurrentCatalog>;

/** The bytes of a snapshot file: canonical JSON and a line feed. */
export function catalogText(catalog: Catalog): string {
  return `${canonical(catalog)}\n`;
}

/** The digest of a catalog as rows carry it: that of its file's bytes, so that sha256sum shows it too. */
export function catalogDigest(catalog: Catalog): Digest {
  return digestOf(catalogText(catalog));
}

/** Basis of a rate that an operator states. */
export const OperatorBasis = z.enum(['list', 'operator_confirmed', 'operator_placeholder']);
export type OperatorBasis = z.infer<typeof OperatorBasis>;

const usdPerMillion = z
  .number()
  .positive()
  .max(1_000_000)
  .refine((usd) => picoFromUsdPerMillion(usd) !== null, 'a price has at most 6 decimals');
const reason = z.string().min(3).max(500);

/** A model's rates as an operator states them, in USD per million tokens. Leave out what is not known; 0 is refused. */
export const OperatorRate = z.strictObject({
  provider: z.string().min(1).describe('Provider id, as in the evidence'),
  model: z.string().min(1).describe('Exact model id, as in the evidence'),
  basis: OperatorBasis.describe('operator_placeholder: a guess; operator_confirmed: from a contract or an invoice'),
  reason: reason.optional().describe('Where the rate comes from'),
  inputUsdPerMtok: usdPerMillion.describe('Uncached input, in USD per million tokens'),
  outputUsdPerMtok: usdPerMillion.describe('Output, reasoning included, in USD per million tokens'),
  cacheReadUsdPerMtok: usdPerMillion
    .optional()
    .describe('Input read from a cache, in USD per million tokens; left out: charged at the input rate'),
  cacheWrite5mUsdPerMtok: usdPerMillion
    .optional()
    .describe('Cache writes, in USD per million tokens; left out: charged at the input rate'),
  cacheWrite1hUsdPerMtok: usdPerMillion
    .optional()
    .describe('One-hour cache writes, in USD per million tokens; left out: as cacheWrite5mUsdPerMtok'),
});
export type OperatorRate = z.infer<typeof OperatorRate>;

const modelKey = z.strictObject({
  provider: z.string().min(1).describe('Provider id of the listed model'),
  model: z.string().min(1).describe('Exact id of the listed model'),
});

/** The operator's statement that one id is billed as another. */
export const AcceptedAlias = z.strictObject({
  provider: z.string().min(1).describe('Provider id, as in the evidence'),
  model: z.string().min(1).describe('Exact model id, as in the evidence'),
  pricedAs: modelKey.describe('The listed model whose prices hold'),
  basis: OperatorBasis.describe('How sure the operator is; the weaker of this and the listed basis counts'),
  reason: reason.optional().describe('How the operator knows that the two are billed alike'),
});
export type AcceptedAlias = z.infer<typeof AcceptedAlias>;

/** The operator's rates: they replace the snapshot for the models they name. */
export const RateOverrides = z
  .strictObject({
    schema: z.literal('operant.rates/v1').describe('Name and version of the form of this document'),
    rates: z.array(OperatorRate).default([]).describe('Rates that replace those of the snapshot'),
    aliases: z.array(AcceptedAlias).default([]).describe('Ids that are billed as a listed model'),
  })
  .meta({
    id: 'RateOverrides',
    title: 'Operator rates',
    description: 'Rates and aliases that an operator answers for',
  });
export type RateOverrides = z.infer<typeof RateOverrides>;

/** Pico-USD per token of a price in USD per million tokens; null when it has more than 6 decimals or is no price. */
export function picoFromUsdPerMillion(usd: number): PicoUsd | null {
  if (!Number.isFinite(usd) || usd < 0) return null;
  const pico = Math.round(usd * 1e6);
  return Number.isSafeInteger(pico) && pico / 1e6 === usd ? pico : null;
}

/** The rates that priced something: a copy, so that a result stays readable without its catalog. */
export const UnitRates = z.strictObject({
  provider: z.string().describe('Provider id of the catalog entry or of the operator rate'),
  model: z.string().describe('Model id as the evidence names it'),
  entry: z.string().describe('Id of the catalog entry or of the operator rate'),
  match: z.enum(['exact', 'alias', 'dated', 'accepted']).describe('dated: a listed id and a date suffix'),
  basis: RateBasis,
  from: Day.nullable().describe('Effective date of the price; null: none listed'),
  window: z
    .strictObject({ start: timeOfDay.describe('First second, UTC'), end: timeOfDay.describe('End, UTC, not included') })
    .nullable()
    .describe('Hours of the price; null: all day'),
  aboveInput: z.int().min(0).nullable().describe('Bound of the long-context tier in force; null: base rates'),
  input: PicoUsd.describe('Uncached input, in pico-USD per token'),
  output: PicoUsd.describe('Output, reasoning included, in pico-USD per token'),
  cacheRead: PicoUsd.nullable().describe('Input read from a cache, in pico-USD per token; null: no rate is listed'),
  cacheWrite5m: PicoUsd.nullable().describe(
    'Cache writes with the short lifetime, in pico-USD per token; null: no rate is listed',
  ),
  cacheWrite1h: PicoUsd.nullable().describe(
    'Cache writes with the one-hour lifetime, in pico-USD per token; null: no rate is listed',
  ),
});
export type UnitRates = z.infer<typeof UnitRates>;

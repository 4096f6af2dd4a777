/** Loads the price catalog of the bundle, once, and only when something metered has to be priced. */
import { join } from 'node:path';
import { Catalog, CurrentCatalog, type RateOverrides } from '../records/catalog.ts';
import { digestOf } from '../records/digest.ts';
import { EvidenceError } from '../records/errors.ts';
import type { Digest, Instant } from '../records/scalars.ts';
import type { Lane } from '../records/terms.ts';
import type { TrialCost } from '../records/trial.ts';
import type { TrialUsage } from '../records/usage.ts';
import { priceTrial } from '../scorers/pricing/price-trial.ts';
import { parseDocument, readDocument, readIfThere } from './files.ts';

/** The rates in force. */
export interface Pricing {
  readonly catalog: Catalog;
  readonly digest: Digest;
  /** For people: package, version and day of the snapshot. */
  readonly source: string;
  readonly overrides: RateOverrides | null;
}

/** Reads the current snapshot; its bytes must have the digest that current.json names. */
export function loadPricing(dataDir: string): Pricing {
  const folder = join(dataDir, 'scorers', 'rates');
  const current = readDocument(join(folder, 'current.json'), CurrentCatalog, 'the pointer to the price catalog');
  const path = join(folder, current.file);
  const bytes = readIfThere(path);
  if (bytes === null || digestOf(bytes) !== current.digest) {
    throw new EvidenceError(
      'catalog_altered',
      `The price catalog ${path} is missing or not the one that current.json names`,
    );
  }
  const catalog = parseDocument(bytes, path, Catalog, 'a price catalog');
  const source = `${catalog.source.package} ${catalog.source.version}, ${catalog.date}`;
  return { catalog, digest: current.digest, source, overrides: null };
}

/** Prices one trial. */
export function priceOf(
  pricing: Pricing,
  usage: TrialUsage,
  facts: { lane: Lane; model: string | null; at: Instant },
): TrialCost {
  return priceTrial(usage, { ...facts, provider: null, serviceTier: null }, pricing.catalog, pricing.overrides);
}

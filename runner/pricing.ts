/** The price catalog of the bundle: read once, and only when something has to be priced. */
import { join } from 'node:path';
import { Catalog, CurrentCatalog, type RateOverrides } from '../records/catalog.ts';
import { digestOf } from '../records/digest.ts';
import { EvidenceError } from '../records/errors.ts';
import type { Digest, Instant } from '../records/scalars.ts';
import type { Lane, Login } from '../records/terms.ts';
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

/** The current snapshot, read when it is first asked for; its bytes must have the digest that current.json names. */
export function loadPricing(dataDir: string): Pricing {
  let known: Snapshot | null = null;
  const snapshot = () => {
    known ??= readSnapshot(dataDir);
    return known;
  };
  return {
    get catalog() {
      return snapshot().catalog;
    },
    get digest() {
      return snapshot().digest;
    },
    get source() {
      const { date, source } = snapshot().catalog;
      return `${source.package} ${source.version}, ${date}`;
    },
    overrides: null,
  };
}

interface Snapshot {
  readonly catalog: Catalog;
  readonly digest: Digest;
}

function readSnapshot(dataDir: string): Snapshot {
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
  return { catalog: parseDocument(bytes, path, Catalog, 'a price catalog'), digest: current.digest };
}

/** For usage without requests: no price can change what is said of it, so none has to be read. */
const NOTHING_LISTED: Catalog = {
  schema: 'operant.price-catalog/v1',
  date: '1970-01-01',
  source: { package: 'none', version: 'none', integrity: 'none' },
  providers: [],
};

/** Prices one trial. */
export function priceOf(
  pricing: Pricing,
  usage: TrialUsage,
  facts: { lane: Lane; model: string | null; at: Instant; login: Login },
): TrialCost {
  const catalog = usage.requests.length === 0 ? NOTHING_LISTED : pricing.catalog;
  const { lane, model, at, login } = facts;
  // A login of the machine may be a flat-rate plan; what it was is not recorded, so no list price is claimed for it.
  const subscription = login === 'in_place';
  return priceTrial(
    usage,
    { lane, model, at, subscription, provider: null, serviceTier: null },
    catalog,
    pricing.overrides,
  );
}

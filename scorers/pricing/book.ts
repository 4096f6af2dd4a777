/** Look-up tables over a catalog and the operator's rates, built once for each pair of them. */
import {
  type AcceptedAlias,
  type Catalog,
  type CatalogPrice,
  type OperatorRate,
  picoFromUsdPerMillion,
  type RateOverrides,
} from '../../records/catalog.ts';
import type { RateBasis } from '../../records/terms.ts';

/** A model that somebody lists, with its prices in time. */
export interface Listing {
  readonly provider: string;
  /** Id of the entry, which is not always the id that was asked for. */
  readonly id: string;
  readonly basis: RateBasis;
  /** Why it must never be priced, or null. */
  readonly withheld: string | null;
  readonly prices: readonly CatalogPrice[];
}

/** A pattern that the price source would also accept for a listing. It names a near miss and never prices one. */
export interface NearPattern {
  readonly provider: string;
  readonly id: string;
  readonly pattern: string;
}

/** An exact id of a provider. */
export interface ListedId {
  readonly provider: string;
  readonly id: string;
}

/** Everything that resolves a model id. Keys of the maps are `modelKey(provider, id)`. */
export interface PriceBook {
  /** Name in lower case to provider id. */
  readonly providers: ReadonlyMap<string, string>;
  /** Providers that bill in credits, so that what they report is worth what a credit is. */
  readonly creditProviders: ReadonlySet<string>;
  readonly operator: ReadonlyMap<string, Listing>;
  readonly accepted: ReadonlyMap<string, AcceptedAlias>;
  readonly listed: ReadonlyMap<string, Listing>;
  /** Exact id to every provider that lists it, in the catalog or by the operator. */
  readonly listers: ReadonlyMap<string, ReadonlySet<string>>;
  /** Exact id to the providers that a bare id may mean: makers of the model, and those the operator has rates for. */
  readonly owners: ReadonlyMap<string, ReadonlySet<string>>;
  /** Spelling (see spellingOf) to the exact ids that share it, sorted by provider and id. */
  readonly spellings: ReadonlyMap<string, readonly ListedId[]>;
  /** Longest pattern first, in lower case. */
  readonly near: readonly NearPattern[];
}

const NO_OVERRIDES: RateOverrides = { schema: 'operant.rates/v1', rates: [], aliases: [] };
const books = new WeakMap<Catalog, WeakMap<RateOverrides, PriceBook>>();

/** The price book of a catalog and the operator's rates (null: none). The same two give the same book. */
export function priceBook(catalog: Catalog, overrides: RateOverrides | null): PriceBook {
  const key = overrides ?? NO_OVERRIDES;
  const known = books.get(catalog) ?? new WeakMap<RateOverrides, PriceBook>();
  books.set(catalog, known);
  const book = known.get(key) ?? buildBook(catalog, key);
  known.set(key, book);
  return book;
}

/** The key of a provider's model in the maps of a price book. */
export function modelKey(provider: string, id: string): string {
  return `${provider}\n${id}`;
}

/** What ids have in common that differ only in letter case, or in dots against dashes. */
export function spellingOf(id: string): string {
  return id.toLowerCase().replaceAll('.', '-');
}

function buildBook(catalog: Catalog, overrides: RateOverrides): PriceBook {
  const providers = new Map(catalog.providers.flatMap((p) => [p.id, ...p.names].map((name) => [name, p.id] as const)));
  const listers = new Map<string, Set<string>>();
  const owners = new Map<string, Set<string>>();
  const listed = readCatalog(catalog, listers, owners);
  const operator = new Map<string, Listing>();
  const accepted = new Map<string, AcceptedAlias>();
  const enter = (name: string, model: string): string => {
    const provider = providers.get(name.toLowerCase()) ?? name.toLowerCase();
    providers.set(provider, provider);
    add(listers, model, provider);
    add(owners, model, provider);
    return provider;
  };
  for (const rate of overrides.rates) {
    const provider = enter(rate.provider, rate.model);
    operator.set(modelKey(provider, rate.model), operatorListing(provider, rate));
  }
  for (const alias of overrides.aliases) {
    const target = alias.pricedAs.provider.toLowerCase();
    const pricedAs = { ...alias.pricedAs, provider: providers.get(target) ?? target };
    accepted.set(modelKey(enter(alias.provider, alias.model), alias.model), { ...alias, pricedAs });
  }
  const credit = catalog.providers.filter((provider) => provider.basis === 'copilot_ai_credits');
  const creditProviders = new Set(credit.map((provider) => provider.id));
  const found = { spellings: spellingsOf(listers), near: nearOf(catalog) };
  return { providers, creditProviders, operator, accepted, listed, listers, owners, ...found };
}

function readCatalog(
  catalog: Catalog,
  listers: Map<string, Set<string>>,
  owners: Map<string, Set<string>>,
): ReadonlyMap<string, Listing> {
  const listed = new Map<string, Listing>();
  for (const { id: provider, basis, models } of catalog.providers) {
    for (const { id: entry, aliases, own, withheld, prices } of models) {
      for (const id of [entry, ...aliases]) {
        listed.set(modelKey(provider, id), { provider, id: entry, basis, withheld, prices });
        add(listers, id, provider);
        if (own) add(owners, id, provider);
      }
    }
  }
  return listed;
}

function spellingsOf(listers: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, readonly ListedId[]> {
  const spellings = new Map<string, ListedId[]>();
  for (const [id, providers] of listers) {
    const spelling = spellingOf(id);
    const ids = [...(spellings.get(spelling) ?? []), ...[...providers].map((provider) => ({ provider, id }))];
    spellings.set(spelling, ids);
  }
  for (const ids of spellings.values()) ids.sort((a, b) => order(a.provider, b.provider) || order(a.id, b.id));
  return spellings;
}

function nearOf(catalog: Catalog): readonly NearPattern[] {
  const near = catalog.providers.flatMap(({ id: provider, models }) =>
    models.flatMap(({ id, near: patterns }) =>
      patterns.map((pattern) => ({ provider, id, pattern: pattern.toLowerCase() })),
    ),
  );
  // The sort is stable: patterns of one length keep the order of the catalog.
  return near.sort((a, b) => b.pattern.length - a.pattern.length);
}

/** Code-unit order, the same in every locale. */
function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function operatorListing(provider: string, rate: OperatorRate): Listing {
  const write5m = optionalPico(rate.cacheWrite5mUsdPerMtok);
  const rates = {
    input: picoFromUsdPerMillion(rate.inputUsdPerMtok),
    output: picoFromUsdPerMillion(rate.outputUsdPerMtok),
    cacheRead: optionalPico(rate.cacheReadUsdPerMtok),
    cacheWrite5m: write5m,
    cacheWrite1h: optionalPico(rate.cacheWrite1hUsdPerMtok) ?? write5m,
  };
  return { provider, id: rate.model, basis: rate.basis, withheld: null, prices: [{ from: null, window: null, rates }] };
}

function optionalPico(usd: number | undefined): number | null {
  return usd === undefined ? null : picoFromUsdPerMillion(usd);
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const set = map.get(key) ?? new Set();
  map.set(key, set.add(value));
}

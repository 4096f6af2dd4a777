/**
 * Which listed model a model id means. Exact ids only: a price borrowed from a similar name is a guess, and a guess is
 * not a price (I3). The provider is part of the key, because resellers charge other prices than makers.
 */
import type { Disposition, RateBasis } from '../../records/terms.ts';
import { weakerBasis } from './basis.ts';
import { type Listing, modelKey, type PriceBook, spellingOf } from './book.ts';

/** How a listing was found; `dated`: a listed id and a date suffix; `accepted`: an alias that the operator accepts. */
export type Match = 'exact' | 'alias' | 'dated' | 'accepted';

/** A listing with its basis, or why there is none. */
export type Resolution =
  | { readonly found: true; readonly listing: Listing; readonly match: Match; readonly basis: RateBasis }
  | {
      readonly found: false;
      readonly disposition: Extract<Disposition, 'unknown_model' | 'inferred_match'>;
      readonly detail: string;
    };

type Found = Extract<Resolution, { found: true }>;

const DATE_SUFFIX =
  /^(.+?)(?:-|@)(?:20\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?<=-)20\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))$/;

/**
 * Resolves a model id as evidence names it. `provider` null: an id such as `openai/gpt-5` names it, or exactly one maker
 * lists the bare id. Never resolves a near miss: it names the nearest listed id under `inferred_match`.
 */
export function resolveModel(model: string | null, provider: string | null, book: PriceBook): Resolution {
  if (model === null || model === '') return unknown('the evidence names no model');
  const asked = splitProvider(model, provider, book);
  if (asked.provider !== null) {
    const found = find(asked.provider, model, book) ?? find(asked.provider, asked.id, book);
    return found ?? nearMiss(asked.provider, asked.id, book);
  }
  const owners = [...ownersOf(asked.id, book)].sort();
  const [owner] = owners;
  if (owner === undefined) return nearMiss(null, asked.id, book);
  if (owners.length > 1)
    return inferred(`${asked.id} is listed by ${owners.join(' and ')}; the evidence names no provider`);
  return find(owner, asked.id, book) ?? nearMiss(null, asked.id, book);
}

/** The provider id that a name in evidence stands for; an unknown name stands for itself, null for null. */
export function providerOf(name: string | null, book: PriceBook): string | null {
  if (name === null || name === '') return null;
  return book.providers.get(name.toLowerCase()) ?? name.toLowerCase();
}

interface Asked {
  readonly provider: string | null;
  readonly id: string;
}

function splitProvider(model: string, name: string | null, book: PriceBook): Asked {
  const given = providerOf(name, book);
  const slash = model.indexOf('/');
  const prefix = slash > 0 ? book.providers.get(model.slice(0, slash).toLowerCase()) : undefined;
  if (prefix === undefined || (given !== null && given !== prefix)) return { provider: given, id: model };
  return { provider: prefix, id: model.slice(slash + 1) };
}

function find(provider: string, id: string, book: PriceBook): Found | null {
  const exact = findExact(provider, id, book);
  if (exact !== null) return exact;
  const stem = stemOf(id);
  const dated = stem === null ? null : findExact(provider, stem, book);
  return dated === null ? null : { ...dated, match: dated.match === 'accepted' ? 'accepted' : 'dated' };
}

function findExact(provider: string, id: string, book: PriceBook): Found | null {
  const key = modelKey(provider, id);
  const alias = book.operator.has(key) ? undefined : book.accepted.get(key);
  if (alias === undefined) return findListed(provider, id, book);
  const target = findListed(alias.pricedAs.provider, alias.pricedAs.model, book);
  return target && { ...target, match: 'accepted', basis: weakerBasis(target.basis, alias.basis) ?? alias.basis };
}

function findListed(provider: string, id: string, book: PriceBook): Found | null {
  const key = modelKey(provider, id);
  const listing = book.operator.get(key) ?? book.listed.get(key);
  if (listing === undefined) return null;
  return { found: true, listing, match: listing.id === id ? 'exact' : 'alias', basis: listing.basis };
}

function ownersOf(id: string, book: PriceBook): ReadonlySet<string> {
  return book.owners.get(id) ?? book.owners.get(stemOf(id) ?? '') ?? new Set();
}

/** The id without its date suffix (-20251101, -2025-11-01 or @20251101), or null when it has none. */
function stemOf(id: string): string | null {
  return DATE_SUFFIX.exec(id)?.[1] ?? null;
}

/** What is not listed: `inferred_match` where a listed id is near, else `unknown_model`. */
function nearMiss(provider: string | null, id: string, book: PriceBook): Resolution {
  const asked = provider === null ? id : `${provider}:${id}`;
  const nearest = sameSpelling(provider, id, book) ?? elsewhere(id, book) ?? byPattern(provider, id, book);
  if (nearest === undefined) return unknown(`${asked} is in no price list`);
  return inferred(`${asked} is in no price list; the nearest listed id is ${nearest}`);
}

/** A listed id of the same provider that differs only in letter case, or in dots against dashes. */
function sameSpelling(provider: string | null, id: string, book: PriceBook): string | undefined {
  const asked = stemOf(id) ?? id;
  const spelled = book.spellings.get(spellingOf(asked)) ?? [];
  const hits = spelled.filter((listed) => provider === null || listed.provider === provider);
  const hit = hits.find((listed) => listed.id.toLowerCase() === asked.toLowerCase()) ?? hits[0];
  return hit && `${hit.provider}:${hit.id}`;
}

/** The same id under another provider. */
function elsewhere(id: string, book: PriceBook): string | undefined {
  const stem = stemOf(id) ?? '';
  const listed = book.listers.has(id) ? id : stem;
  const [lister] = [...(book.listers.get(listed) ?? [])].sort();
  return lister && `${lister}:${listed}`;
}

/** The entry whose pattern the id meets; the longest pattern counts as the nearest. */
function byPattern(provider: string | null, id: string, book: PriceBook): string | undefined {
  const asked = id.toLowerCase();
  const hit = book.near.find((near) => (provider === null || near.provider === provider) && meets(asked, near.pattern));
  return hit && `${hit.provider}:${hit.id}`;
}

function meets(asked: string, pattern: string): boolean {
  if (!pattern.startsWith('*')) return asked.startsWith(pattern.slice(0, -1));
  return pattern.endsWith('*') ? asked.includes(pattern.slice(1, -1)) : asked.endsWith(pattern.slice(1));
}

function unknown(detail: string): Resolution {
  return { found: false, disposition: 'unknown_model', detail };
}

function inferred(detail: string): Resolution {
  return { found: false, disposition: 'inferred_match', detail };
}

/**
 * Writes the pinned price snapshot scorers/rates/<date>-<digest12>.json and scorers/rates/current.json from the data of
 * @pydantic/genai-prices. `--date YYYY-MM-DD` is the day on which that version was published; without it the day of the
 * current snapshot is kept, provided that it came from the same version. `--check` builds in memory and exits 1 on drift.
 * The bytes depend on the package and the date alone.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findProvider, type MatchLogic, type ModelInfo, type ModelPrice } from '@pydantic/genai-prices';
import { canonical } from '../records/canonical-json.ts';
import {
  Catalog,
  type CatalogModel,
  type CatalogPrice,
  type CatalogProvider,
  CurrentCatalog,
  catalogDigest,
  catalogText,
  type Rate,
} from '../records/catalog.ts';

const PACKAGE = '@pydantic/genai-prices';

/** A provider to take over: its id in the source, the names that evidence uses, and which ids it makes itself. */
interface Wanted {
  readonly id: string;
  readonly names: readonly string[];
  readonly own: RegExp | null;
  readonly basis?: CatalogProvider['basis'];
}

const WANTED: readonly Wanted[] = [
  { id: 'anthropic', names: ['anthropic'], own: /./ },
  { id: 'aws', names: ['aws', 'bedrock', 'amazon-bedrock', 'aws-bedrock'], own: null },
  { id: 'azure', names: ['azure', 'azure-openai', 'azure-openai-responses'], own: null },
  { id: 'deepseek', names: ['deepseek'], own: /./ },
  {
    id: 'github-copilot',
    names: ['github-copilot', 'github_copilot', 'copilot'],
    own: null,
    basis: 'copilot_ai_credits',
  },
  {
    id: 'google',
    names: ['google', 'gemini', 'google-vertex', 'vertex', 'vertex_ai', 'vertexai'],
    own: /^gem(ini|ma)/,
  },
  { id: 'minimax', names: ['minimax'], own: /./ },
  { id: 'mistral', names: ['mistral', 'mistralai'], own: /./ },
  { id: 'moonshotai', names: ['moonshotai', 'moonshot'], own: /./ },
  { id: 'openai', names: ['openai'], own: /./ },
  { id: 'openrouter', names: ['openrouter'], own: null },
  { id: 'x-ai', names: ['x-ai', 'xai'], own: /./ },
  { id: 'zai', names: ['zai', 'z-ai', 'z.ai'], own: /./ },
  { id: 'zhipuai', names: ['zhipuai', 'zhipu', 'bigmodel'], own: /./ },
];

const TEXT_KEYS = ['input_mtok', 'output_mtok', 'cache_read_mtok', 'cache_write_mtok', 'cache_write_1h_mtok'];
/** Tool fees and other modalities: no part of Tokens counts them, and they do not change the text rates. */
const IGNORED_KEY = /^(web_searches|storage_searches)_kcount$|_(audio|image|video)_|^audio_hours$/;

/** The snapshot of the installed source package. Throws when the source holds something that cannot be expressed. */
export function buildCatalog(root: string, date: string): Catalog {
  const providers = WANTED.map((wanted) => {
    const source = findProvider({ providerId: wanted.id });
    if (source === undefined || source.id !== wanted.id) throw new Error(`${PACKAGE} has no provider ${wanted.id}`);
    return {
      id: wanted.id,
      names: [...wanted.names].sort(),
      basis: wanted.basis ?? ('list' as const),
      models: source.models.map((model) => convertModel(wanted, model)).sort((a, b) => compare(a.id, b.id)),
    };
  });
  return Catalog.parse({ schema: 'operant.price-catalog/v1', date, source: readSource(root), providers });
}

function convertModel(wanted: Wanted, model: ModelInfo): CatalogModel {
  const where = `${wanted.id}:${model.id}`;
  const dated = Array.isArray(model.prices) ? model.prices : [{ prices: model.prices }];
  const keys = new Set(dated.flatMap((entry) => Object.keys(entry.prices)));
  const foreign = [...keys].filter((key) => !TEXT_KEYS.includes(key) && !IGNORED_KEY.test(key)).sort();
  const priced = keys.has('input_mtok') && keys.has('output_mtok');
  const { exact, near } = readMatch(model.match);
  return {
    id: model.id,
    aliases: [...new Set(exact)].filter((id) => id !== model.id).sort(compare),
    near: [...new Set(near)].sort(compare),
    own: wanted.own?.test(model.id) ?? false,
    withheld: priced && foreign.length > 0 ? `also charged by ${foreign.join(', ')}` : null,
    prices: priced ? dated.map((entry) => convertPrice(where, entry)) : [],
  };
}

/** Ids that the source lists, and the looser patterns it would accept. Regular expressions and conjunctions are left out. */
function readMatch(match: MatchLogic): { exact: string[]; near: string[] } {
  if ('or' in match) {
    const parts = match.or.map(readMatch);
    return { exact: parts.flatMap((part) => part.exact), near: parts.flatMap((part) => part.near) };
  }
  if ('equals' in match) return { exact: [match.equals], near: [] };
  if ('starts_with' in match) return { exact: [], near: [`${match.starts_with}*`] };
  if ('ends_with' in match) return { exact: [], near: [`*${match.ends_with}`] };
  if ('contains' in match) return { exact: [], near: [`*${match.contains}*`] };
  return { exact: [], near: [] };
}

type Dated = { readonly constraint?: unknown; readonly prices: ModelPrice };

function convertPrice(where: string, { constraint, prices }: Dated): CatalogPrice {
  // The reseller's cache-write price of these models is a storage fee by the hour, not a price of tokens.
  const storage = /^openrouter:~?google\//.test(where);
  const rate = (key: string): Rate | null => convertRate(`${where} ${key}`, prices[key]);
  return {
    from: readText(constraint, 'start_date'),
    window: readWindow(where, constraint),
    rates: {
      input: rate('input_mtok'),
      output: rate('output_mtok'),
      cacheRead: rate('cache_read_mtok'),
      cacheWrite5m: storage ? null : rate('cache_write_mtok'),
      cacheWrite1h: storage ? null : rate('cache_write_1h_mtok'),
    },
  };
}

function convertRate(where: string, price: ModelPrice[string]): Rate | null {
  if (price === undefined) return null;
  if (typeof price === 'number') return pico(where, price);
  const tiers = price.tiers.map((tier) => ({ aboveInput: tier.start, rate: pico(where, tier.price) }));
  return { base: pico(where, price.base), tiers: tiers.sort((a, b) => a.aboveInput - b.aboveInput) };
}

/** USD per million tokens to pico-USD per token. */
function pico(where: string, usd: number): number {
  const rounded = Math.round(usd * 1e6);
  if (Math.abs(usd * 1e6 - rounded) > 1e-6)
    throw new Error(`${where}: ${usd} is no whole number of pico-USD per token`);
  return rounded;
}

function readWindow(where: string, constraint: unknown): CatalogPrice['window'] {
  const start = readText(constraint, 'start_time');
  const end = readText(constraint, 'end_time');
  if (start === null && end === null) {
    if (constraint !== undefined && readText(constraint, 'start_date') === null) {
      throw new Error(`${where}: unknown constraint ${JSON.stringify(constraint)}`);
    }
    return null;
  }
  const utc = /^(\d{2}:\d{2}:\d{2})Z$/;
  const [, from] = utc.exec(start ?? '') ?? [];
  const [, to] = utc.exec(end ?? '') ?? [];
  if (from === undefined || to === undefined)
    throw new Error(`${where}: window ${start} to ${end} is not in UTC seconds`);
  return { start: from, end: to };
}

function readText(value: unknown, key: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const text: unknown = Object.entries(value).find(([name]) => name === key)?.[1];
  return typeof text === 'string' ? text : null;
}

function readSource(root: string): Catalog['source'] {
  const lock: unknown = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const packages: unknown = Object.entries(lock ?? {}).find(([key]) => key === 'packages')?.[1];
  const entry: unknown = Object.entries(packages ?? {}).find(([key]) => key === `node_modules/${PACKAGE}`)?.[1];
  const version = readText(entry, 'version');
  const integrity = readText(entry, 'integrity');
  if (version === null || integrity === null) throw new Error(`package-lock.json does not pin ${PACKAGE}`);
  const installed: unknown = JSON.parse(readFileSync(join(root, 'node_modules', PACKAGE, 'package.json'), 'utf8'));
  if (readText(installed, 'version') !== version) {
    throw new Error(`${PACKAGE} ${version} is locked, ${readText(installed, 'version')} is installed: run npm ci`);
  }
  return { package: PACKAGE, version, integrity };
}

/** Code-unit order, the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The two files of a snapshot: name under scorers/rates/ to text. */
export function catalogFiles(catalog: Catalog): ReadonlyMap<string, string> {
  const digest = catalogDigest(catalog);
  const file = `${catalog.date}-${digest.slice('sha256:'.length, 'sha256:'.length + 12)}.json`;
  const current = CurrentCatalog.parse({ schema: 'operant.current-catalog/v1', file, digest });
  return new Map([
    [file, catalogText(catalog)],
    ['current.json', `${canonical(current)}\n`],
  ]);
}

/** The day to build for: `--date`, else the day of the current snapshot when the source version has not changed. */
function chooseDate(root: string, folder: string, args: readonly string[]): string {
  const at = args.indexOf('--date');
  if (at >= 0) return args[at + 1] ?? '';
  const pointer = join(folder, 'current.json');
  const hint = `say --date YYYY-MM-DD, the day on which ${PACKAGE} ${readSource(root).version} was published`;
  if (!existsSync(pointer)) throw new Error(`There is no current snapshot: ${hint}`);
  const { file } = CurrentCatalog.parse(JSON.parse(readFileSync(pointer, 'utf8')));
  const current = Catalog.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
  if (current.source.version !== readSource(root).version) throw new Error(`The source has a new version: ${hint}`);
  return current.date;
}

function main(root: string, args: readonly string[]): number {
  const folder = join(root, 'scorers', 'rates');
  const files = catalogFiles(buildCatalog(root, chooseDate(root, folder, args)));
  let drift = 0;
  for (const [name, text] of files) {
    const path = join(folder, name);
    const same = existsSync(path) && readFileSync(path, 'utf8') === text;
    if (!same && args.includes('--check')) {
      drift = 1;
      console.log(`scorers/rates/${name} is not up to date: run tsx tools/build-catalog.ts`);
    } else if (!same) {
      writeFileSync(path, text);
      console.log(`scorers/rates/${name}: ${text.length} characters`);
    }
  }
  return drift;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    process.exitCode = main(resolve(import.meta.dirname, '..'), process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

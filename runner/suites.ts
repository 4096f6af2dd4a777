/** Finds and reads suites: shipped ones by id (compiled JSON), a user's own by path (YAML, read lazily). */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { qualifiedBy } from '../corpus/tier.ts';
import { digestCanonical } from '../records/digest.ts';
import { EvidenceError, UsageError } from '../records/errors.ts';
import type { Digest } from '../records/scalars.ts';
import type { ShippedSuite } from '../records/shipped.ts';
import type { Suite } from '../records/suite.ts';
import type { Thresholds } from '../records/thresholds.ts';
import type { Context } from './context.ts';
import { errorText } from './files.ts';

/** A suite with what belongs to it. */
export interface LoadedSuite {
  readonly suite: Suite;
  /** Digests of cases whose scorer was proven, by the evaluator of this context. */
  readonly qualified: ReadonlySet<string>;
  /** Thresholds of the same id, or null where none ship. */
  readonly thresholds: LoadedThresholds | null;
  /** Where the suite came from, for messages. */
  readonly origin: string;
  /** Absolute paths of files and folders that hold its answers. */
  readonly answersAt: readonly string[];
}

export interface LoadedThresholds {
  readonly thresholds: Thresholds;
  readonly digest: Digest;
}

/** Ids of the shipped suites, sorted. */
export function shippedSuites(context: Context): string[] {
  try {
    return readdirSync(join(context.dataDir, 'suites'))
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
      .sort();
  } catch {
    return [];
  }
}

/** Loads a suite by shipped id or by path. An unknown one is a usage error that names the nearest. */
export async function loadSuite(context: Context, reference: string): Promise<LoadedSuite> {
  if (isPath(reference)) return loadSuiteFile(context, resolve(context.cwd, reference), reference);
  const known = shippedSuites(context);
  if (!known.includes(reference)) {
    const { didYouMean } = await import('../records/did-you-mean.ts');
    const near = didYouMean(reference, known);
    const hint = near === null ? `Shipped suites: ${known.join(', ') || 'none'}.` : `Did you mean "${near}"?`;
    throw new UsageError(
      `Unknown suite "${reference}"`,
      `${hint} A suite of your own is named by its path, for example ./suite.yaml.`,
    );
  }
  const shipped = readShipped(join(context.dataDir, 'suites', `${reference}.json`));
  return {
    suite: shipped.suite,
    qualified: new Set(qualifiedBy(shipped.qualified, context.evaluator)),
    thresholds: shipped.thresholds === null ? null : withDigest(shipped.thresholds),
    origin: `shipped suite ${reference}`,
    answersAt: ['suites', 'corpus'].map((folder) => join(context.dataDir, folder)),
  };
}

/** A compiled suite is part of the program: the build checked it, and checking it again would double each start. */
function readShipped(path: string): ShippedSuite {
  try {
    const shipped: ShippedSuite = JSON.parse(readFileSync(path, 'utf8'));
    if (shipped.schema === 'operant.shipped-suite/v1') return shipped;
  } catch (error) {
    throw new EvidenceError('malformed', `Cannot read the compiled suite ${path}: ${errorText(error)}`);
  }
  throw new EvidenceError('malformed', `${path} is not a compiled suite of this version`);
}

function isPath(reference: string): boolean {
  return reference.includes('/') || reference.includes('\\') || /\.ya?ml$/.test(reference);
}

async function loadSuiteFile(context: Context, path: string, named: string): Promise<LoadedSuite> {
  const { quickSuite, readQualified } = await import('./suite-sources.ts');
  const { suite, answers } = quickSuite(path, named) ?? (await import('./suite-files.ts')).readWholeSuite(path, named);
  const qualified = new Set(readQualified(qualificationPath(path), context.evaluator));
  return { suite, qualified, thresholds: null, origin: named, answersAt: answers };
}

/** Where the qualification record of a suite file lies: the corpus folder above `suites/`, else beside the file. */
export function qualificationPath(suitePath: string): string {
  const folder = dirname(suitePath);
  return /[\\/]suites$/.test(folder) ? join(dirname(folder), 'qualified.json') : join(folder, 'qualified.json');
}

/** Thresholds with their digest: over the parsed content, so that comments and spelling do not matter. */
export function withDigest(thresholds: Thresholds): LoadedThresholds {
  // Fractions are decimals in the file; as text they hash the same on every machine.
  const text: unknown = JSON.parse(
    JSON.stringify(thresholds, (_key, value) => (typeof value === 'number' ? String(value) : value)),
  );
  return { thresholds, digest: digestCanonical('operant.thresholds/v1', stringsOnly(text)) };
}

type Plain = string | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };

function stringsOnly(value: unknown): Plain {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (Array.isArray(value)) return value.map(stringsOnly);
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, stringsOnly(item)]));
  throw new TypeError(`Cannot hash a ${typeof value} in a thresholds file`);
}

/** The thresholds to judge by: a given file, `none`, or those that ship with the suite. */
export async function chooseThresholds(
  context: Context,
  option: string | null,
  loaded: LoadedSuite,
): Promise<LoadedThresholds | null> {
  if (option === null) return loaded.thresholds;
  if (option === 'none') return null;
  const { readThresholds } = await import('./suite-files.ts');
  const thresholds = readThresholds(resolve(context.cwd, option), option);
  if (thresholds.suite !== loaded.suite.id) {
    throw new UsageError(
      `${option} holds thresholds for the suite "${thresholds.suite}", not for "${loaded.suite.id}"`,
      'Name the thresholds file of this suite, or --thresholds none.',
    );
  }
  return withDigest(thresholds);
}

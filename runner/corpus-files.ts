/** `corpus validate` and `corpus digest`: checks a suite's files and pins them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { lockOf, resolveSuite } from '../corpus/resolve.ts';
import { type Problem, UsageError } from '../records/errors.ts';
import type { Digest } from '../records/scalars.ts';
import type { Context } from './context.ts';
import { prettyJson, writable } from './files.ts';
import { readSources } from './suite-files.ts';
import { lockPath } from './suite-sources.ts';

export interface Validation {
  readonly file: string;
  readonly problems: readonly Problem[];
  /** Null when the suite cannot be resolved. */
  readonly facts: SuiteFacts | null;
}

/** What a valid suite holds. `pairs`, `enacted` and `axes` belong to decision suites: 0 and empty elsewhere. */
export interface SuiteFacts {
  readonly id: string;
  readonly kind: 'decision' | 'workflow';
  readonly pairs: number;
  readonly cases: number;
  readonly enacted: number;
  readonly pinned: boolean;
  readonly axes: readonly string[];
}

/** Reads a suite with all its files and reports every problem at once. */
export function validateSuite(context: Context, file: string): Validation {
  const { sources, problems } = readSources(resolve(context.cwd, file), file);
  if (sources === null) return { file, problems, facts: null };
  const suite = resolveSuite(sources);
  const pairs = sources.kind === 'decision' ? sources.pairs : [];
  const facts = {
    id: suite.id,
    kind: suite.kind,
    pairs: pairs.length,
    cases: suite.cases.length,
    enacted: pairs.filter((pair) => pair.guards.length > 0).length,
    pinned: suite.pinned,
    axes: [...new Set(pairs.map((pair) => pair.axis))].sort(),
  };
  return { file, problems, facts };
}

export interface Pinned {
  readonly file: string;
  readonly lock: string;
  readonly suiteDigest: Digest;
  readonly tasks: number;
  /** False when the lock on disk says something else. */
  readonly upToDate: boolean;
  readonly written: boolean;
}

/** Pins a suite by content, or with `check` only tells whether the lock is up to date. */
export function digestSuite(context: Context, file: string, check: boolean): Pinned {
  const path = resolve(context.cwd, file);
  const { sources, problems } = readSources(path, file);
  if (sources === null)
    throw new UsageError(`Cannot pin ${file}: ${problems.length} problems`, 'See operant corpus validate.', problems);
  const lock = lockOf(sources);
  const text = prettyJson(lock);
  const target = lockPath(path);
  const upToDate = existsSync(target) && readFileSync(target, 'utf8') === text;
  if (!upToDate && !check) {
    writable(target, 'Copy the suite to a folder of yours, or use --check.', () => writeFileSync(target, text));
  }
  return {
    file,
    lock: target,
    suiteDigest: lock.suiteDigest,
    tasks: lock.tasks.length,
    upToDate,
    written: !upToDate && !check,
  };
}

/** Reads a user's YAML files: suite, contract, pairs, thresholds. Loaded only when a path was given. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type * as z from 'zod';
import { resolveSuite, type SuiteSources } from '../corpus/resolve.ts';
import { qualifiedBy } from '../corpus/tier.ts';
import { corpusProblems, pairProblems } from '../corpus/validate.ts';
import { formatProblem, type Problem, UsageError } from '../records/errors.ts';
import { DecisionPair } from '../records/pair.ts';
import type { Digest } from '../records/scalars.ts';
import { OperatorContract, Qualified, type Suite, SuiteFile, SuiteLock } from '../records/suite.ts';
import { Thresholds } from '../records/thresholds.ts';
import { MAX_YAML, parseYaml } from '../records/yaml.ts';
import { errorCode, errorText, readDocument } from './files.ts';
import { statOf } from './native-files.ts';

/** What was read of a suite, with every problem found. */
export interface SuiteReading {
  readonly sources: SuiteSources | null;
  readonly problems: readonly Problem[];
}

/** Reads one YAML file against a schema; problems become one usage error. `named` is the path as the person gave it. */
export function readYamlFile<T>(path: string, named: string, schema: z.ZodType<T>, what: string): T {
  const read = tryYaml(path, named, schema);
  if (read.value !== null) return read.value;
  throw asUsageError(`Cannot use ${named} as ${what}`, read.problems);
}

function asUsageError(message: string, problems: readonly Problem[]): UsageError {
  return new UsageError(
    `${message}:\n${problems.map((problem) => `  ${formatProblem(problem)}`).join('\n')}`,
    null,
    problems,
  );
}

function tryYaml<T>(
  path: string,
  named: string,
  schema: z.ZodType<T>,
): { value: T | null; problems: readonly Problem[] } {
  const failed = (message: string) => ({ value: null, problems: [{ file: named, line: null, column: null, message }] });
  let text: string;
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return failed('Expected a file, found a folder or something else');
    if (stat.size > MAX_YAML * 4)
      return failed(`Expected at most 64 KiB of YAML, found ${Math.ceil(stat.size / 1024)} KiB`);
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (error) {
    return failed(errorCode(error) === 'ENOENT' ? 'No such file' : `Cannot be read: ${errorText(error)}`);
  }
  const parsed = parseYaml(schema, text, named);
  return parsed.ok ? { value: parsed.value, problems: [] } : { value: null, problems: parsed.problems };
}

/** Reads a thresholds file. */
export function readThresholds(path: string, named: string): Thresholds {
  return readYamlFile(path, named, Thresholds, 'thresholds');
}

/** Digests of the cases that an evaluator proved, by the record in a file; none where there is no record. */
export function readQualified(path: string, evaluator: Digest): string[] {
  return existsSync(path) ? qualifiedBy(readDocument(path, Qualified, 'a qualification record'), evaluator) : [];
}

/** Path of the lock file that pins a suite file. */
export function lockPath(suitePath: string): string {
  return join(dirname(suitePath), `${basename(suitePath).replace(/\.ya?ml$/, '')}.lock.json`);
}

/** Reads a suite file and all it names, collecting every problem. */
export function readSources(path: string, named: string): SuiteReading {
  const suite = tryYaml(path, named, SuiteFile);
  if (suite.value === null) return { sources: null, problems: suite.problems };
  const file = suite.value;
  const folder = dirname(path);
  const shown = (target: string) => join(dirname(named), relative(folder, join(folder, target)));
  const contract = tryYaml(join(folder, file.contract), shown(file.contract), OperatorContract);
  const problems: Problem[] = [...contract.problems];
  const pairs: DecisionPair[] = [];
  for (const target of file.pairs) {
    const pair = tryYaml(join(folder, target), shown(target), DecisionPair);
    problems.push(...pair.problems);
    if (pair.value === null) continue;
    const own = pairProblems(pair.value);
    const name = basename(target).replace(/\.ya?ml$/, '');
    if (name !== pair.value.id) own.push(`id: expected "${name}" as the file is named, found "${pair.value.id}"`);
    problems.push(...own.map((message) => ({ file: shown(target), line: null, column: null, message })));
    pairs.push(pair.value);
  }
  problems.push(...corpusProblems(pairs).map((message) => ({ file: named, line: null, column: null, message })));
  const lock = tryLock(path, named);
  problems.push(...lock.problems);
  if (contract.value === null || problems.length > 0) return { sources: null, problems };
  return { sources: { file, contract: contract.value, pairs, lock: lock.value }, problems };
}

function tryLock(suitePath: string, named: string): { value: SuiteLock | null; problems: readonly Problem[] } {
  // A link that leads nowhere is no missing lock.
  if (statOf(lockPath(suitePath)) === null) return { value: null, problems: [] };
  try {
    return { value: readDocument(lockPath(suitePath), SuiteLock, 'a suite lock'), problems: [] };
  } catch (error) {
    const message = `${errorText(error)}; remove it and pin the suite again with operant corpus digest`;
    return { value: null, problems: [{ file: lockPath(named), line: null, column: null, message }] };
  }
}

/** Reads and resolves a suite file; problems become one usage error that lists them all. */
export function readSuiteFile(path: string, named: string): Suite {
  return readWholeSuite(path, named).suite;
}

/** A suite file with its pair files, absolute: they hold the answers. */
export function readWholeSuite(path: string, named: string): { suite: Suite; answers: readonly string[] } {
  const { sources, problems } = readSources(path, named);
  if (sources === null) throw asUsageError(`Cannot use ${named} as a suite`, problems);
  const answers = sources.file.pairs.map((target) => join(dirname(path), target));
  return { suite: resolveSuite(sources), answers };
}

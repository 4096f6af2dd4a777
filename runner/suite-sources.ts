/** A user's suite and all it names, by whatever reads one YAML file. Loads no YAML library. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type * as z from 'zod';
import { resolveSuite, type SuiteSources } from '../corpus/resolve.ts';
import { qualifiedBy } from '../corpus/tier.ts';
import { corpusProblems, pairProblems } from '../corpus/validate.ts';
import type { Problem } from '../records/errors.ts';
import { DecisionPair } from '../records/pair.ts';
import type { Digest } from '../records/scalars.ts';
import {
  type DecisionSuiteFile,
  OperatorContract,
  Qualified,
  type Suite,
  SuiteFile,
  SuiteLock,
} from '../records/suite.ts';
import { MAX_YAML, quickYaml } from '../records/yaml-quick.ts';
import { errorCode, errorText, readDocument } from './files.ts';
import { statOf } from './native-files.ts';
import { type SuitePlace, workflowSourcesBy } from './workflow-sources.ts';
import type { YamlReader, YamlReading } from './yaml-reading.ts';

/** What was read of a suite, with every problem found. */
export interface SuiteReading {
  readonly sources: SuiteSources | null;
  readonly problems: readonly Problem[];
}

/** A suite with its pair files, absolute: they hold the answers. */
export interface WholeSuite {
  readonly suite: Suite;
  readonly answers: readonly string[];
}

/** The text of a YAML file: a regular file, bounded, UTF-8. */
export function yamlText(path: string, named: string): YamlReading<string> {
  const failed = (message: string) => ({ value: null, problems: [{ file: named, line: null, column: null, message }] });
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return failed('Expected a file, found a folder or something else');
    if (stat.size > MAX_YAML * 4)
      return failed(`Expected at most 64 KiB of YAML, found ${Math.ceil(stat.size / 1024)} KiB`);
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
    return { value: text, problems: [] };
  } catch (error) {
    return failed(errorCode(error) === 'ENOENT' ? 'No such file' : `Cannot be read: ${errorText(error)}`);
  }
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
export function sourcesBy(tryYaml: YamlReader, path: string, named: string): SuiteReading {
  const suite = tryYaml(path, named, SuiteFile);
  if (suite.value === null) return { sources: null, problems: suite.problems };
  const file = suite.value;
  const lock = tryLock(path, named);
  const read =
    file.kind === 'decision'
      ? decisionSourcesBy(tryYaml, { path, named }, file, lock.value)
      : workflowSourcesBy(tryYaml, { path, named }, file, lock.value);
  const problems = [...read.problems, ...lock.problems];
  return { sources: problems.length > 0 ? null : read.sources, problems };
}

function decisionSourcesBy(
  tryYaml: YamlReader,
  { path, named }: SuitePlace,
  file: DecisionSuiteFile,
  lock: SuiteLock | null,
): SuiteReading {
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
  if (contract.value === null) return { sources: null, problems };
  return { sources: { kind: 'decision', file, contract: contract.value, pairs, lock }, problems };
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

/** The suite that sources make. */
export function wholeSuite(sources: SuiteSources, path: string): WholeSuite {
  const { file } = sources;
  const holding = file.kind === 'decision' ? file.pairs : file.cases;
  const answers = holding.map((target) => join(dirname(path), target));
  return { suite: resolveSuite(sources), answers };
}

/** A suite of plain and valid files, read quickly; null for every other, which must be read whole to say what is wrong. */
export function quickSuite(path: string, named: string): WholeSuite | null {
  const { sources } = sourcesBy(quickFile, path, named);
  return sources === null ? null : wholeSuite(sources, path);
}

function quickFile<T>(path: string, named: string, schema: z.ZodType<T>): YamlReading<T> {
  const text = yamlText(path, named);
  const quick = text.value === null ? null : quickYaml(schema, text.value);
  if (quick !== null) return { value: quick.value, problems: [] };
  return { value: null, problems: [{ file: named, line: null, column: null, message: 'Not plain and valid' }] };
}

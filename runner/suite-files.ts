/** Reads a user's YAML files: suite, contract, pairs, thresholds. Loaded only for files that are not plain and valid. */
import type * as z from 'zod';
import { formatProblem, type Problem, UsageError } from '../records/errors.ts';
import type { Suite } from '../records/suite.ts';
import { Thresholds } from '../records/thresholds.ts';
import { parseYaml } from '../records/yaml.ts';
import { type SuiteReading, sourcesBy, type WholeSuite, wholeSuite, yamlText } from './suite-sources.ts';
import type { YamlReading } from './yaml-reading.ts';

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

function tryYaml<T>(path: string, named: string, schema: z.ZodType<T>): YamlReading<T> {
  const text = yamlText(path, named);
  if (text.value === null) return { value: null, problems: text.problems };
  const parsed = parseYaml(schema, text.value, named);
  return parsed.ok ? { value: parsed.value, problems: [] } : { value: null, problems: parsed.problems };
}

/** Reads a thresholds file. */
export function readThresholds(path: string, named: string): Thresholds {
  return readYamlFile(path, named, Thresholds, 'thresholds');
}

/** Reads a suite file and all it names, collecting every problem. */
export function readSources(path: string, named: string): SuiteReading {
  return sourcesBy(tryYaml, path, named);
}

/** Reads and resolves a suite file; problems become one usage error that lists them all. */
export function readSuiteFile(path: string, named: string): Suite {
  return readWholeSuite(path, named).suite;
}

/** As readSuiteFile, with the files that hold the answers. */
export function readWholeSuite(path: string, named: string): WholeSuite {
  const { sources, problems } = readSources(path, named);
  if (sources === null) throw asUsageError(`Cannot use ${named} as a suite`, problems);
  return wholeSuite(sources, path);
}

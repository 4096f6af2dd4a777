/**
 * `npm run shape`: sizes of files and functions, no escapes from the type checker, purity of floors 1 and 2.
 * Ends with one table of sizes per folder. Exits 1 when anything is found.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Finding, reportFindings } from './finding.ts';
import { isPure, SOURCE, topFolder } from './folders.ts';
import { repositoryFiles } from './repo-files.ts';
import { impurities } from './shape/purity.ts';
import { fileLines, functionLines, P90_FUNCTION, percentile, tooLong } from './shape/size.ts';
import { parseSource, type Source } from './shape/source.ts';
import { typeEscapes } from './shape/types.ts';

const CHECKED = new Set([...SOURCE, 'tools', 'tests']);

/** The TypeScript files under `root` that the rules cover. */
export function readSources(root: string): readonly Source[] {
  return repositoryFiles(root)
    .filter((path) => /\.[cm]?ts$/.test(path) && (CHECKED.has(topFolder(path)) || !path.includes('/')))
    .map((path) => parseSource(path, readFileSync(join(root, path), 'utf8')));
}

/** Everything that breaks a shape rule. */
export function checkShape(sources: readonly Source[]): readonly Finding[] {
  const findings = sources.flatMap((source) => [
    ...tooLong(source, isTest(source)),
    ...typeEscapes(source),
    ...(isPure(source.path) ? impurities(source) : []),
  ]);
  return [...findings, ...tailTooLong(sources)];
}

/** One line per folder: files, longest file, functions, and p50 / p90 / max of their lines. */
export function sizeTable(sources: readonly Source[]): readonly string[] {
  const folders = [...new Set(sources.map((source) => topFolder(source.path)))].filter((name) => CHECKED.has(name));
  const rows = folders.sort().map((folder) =>
    sizeRow(
      folder,
      sources.filter((source) => topFolder(source.path) === folder),
    ),
  );
  const product = sizeRow(
    'all but tests',
    sources.filter((source) => !isTest(source)),
  );
  return ['folder          files  longest  functions   p50   p90   max', ...rows, product];
}

function sizeRow(name: string, sources: readonly Source[]): string {
  const lengths = sources.flatMap(functionLines);
  const cells = [50, 90, 100].map((percent) => String(percentile(lengths, percent) ?? '-').padStart(5));
  const longest = Math.max(0, ...sources.map(fileLines));
  const counts = `${String(sources.length).padStart(5)}  ${String(longest).padStart(7)}  ${String(lengths.length).padStart(9)}`;
  return `${name.padEnd(15)} ${counts} ${cells.join(' ')}`;
}

function tailTooLong(sources: readonly Source[]): readonly Finding[] {
  const p90 = percentile(sources.filter((source) => !isTest(source)).flatMap(functionLines), 90);
  if (p90 === null || p90 <= P90_FUNCTION) return [];
  const expected = `p90 of function lines at most ${P90_FUNCTION}`;
  return [{ file: '.', line: 1, column: 1, rule: 'function-p90', expected, found: `${p90}` }];
}

function isTest(source: Source): boolean {
  return topFolder(source.path) === 'tests';
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const sources = readSources(resolve(process.argv[2] ?? process.cwd()));
  process.exitCode = reportFindings('shape', checkShape(sources));
  for (const line of sizeTable(sources)) console.log(line);
}

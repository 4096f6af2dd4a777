/**
 * `npm run terms`: words of the glossary in exports and headings, no claims, harness ids in their folders, no trace of
 * one machine, links and citations that lead somewhere. Exceptions with their reasons: tools/terms-allow.txt. Exits 1 on any finding.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Finding, reportFindings } from './finding.ts';
import { SOURCE, topFolder } from './folders.ts';
import { repositoryFiles, textOf } from './repo-files.ts';
import { parseSource } from './shape/source.ts';
import { ALLOW_LIST, parseAllowances, withoutAllowed } from './terms/allow.ts';
import { absentPages, danglingCitations } from './terms/citations.ts';
import { wrongExports } from './terms/exports.ts';
import { brokenLinks, wrongHeadings } from './terms/markdown.ts';
import { claims, harnessIds, machineTraces, unfinished } from './terms/patterns.ts';

/** Data, not ours to word. */
const DATA = /^(?:fixtures|dist|corpus\/(?:cases|decision|suites|workflow)|tests\/.*golden)\//;

/** Written by `npm run generate` from the folders themselves. */
const GENERATED = /^\/\*\*.{0,80}\bWritten by tools\/generators\//;

/** The ids of the harnesses: the folders of harnesses/ under `root`, but for what they share. */
export function harnessFolders(root: string): readonly string[] {
  if (!existsSync(join(root, 'harnesses'))) return [];
  return readdirSync(join(root, 'harnesses'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
    .map((entry) => entry.name);
}

/** Everything that breaks a rule of words in the tree under `root`, without what the allow-list allows. */
export function checkTerms(root: string): readonly Finding[] {
  const ids = harnessFolders(root);
  const findings = repositoryFiles(root).flatMap((path) => {
    const text = path === ALLOW_LIST ? null : textOf(root, path);
    return text === null ? [] : checkFile(root, path, text, ids);
  });
  const list = join(root, ALLOW_LIST);
  return withoutAllowed(findings, existsSync(list) ? parseAllowances(readFileSync(list, 'utf8')) : []);
}

function checkFile(root: string, path: string, text: string, ids: readonly string[]): readonly Finding[] {
  return [
    ...machineTraces(path, text),
    ...(DATA.test(path) ? [] : [...unfinished(path, text), ...danglingCitations(path, text)]),
    ...(isProduct(path) || isProse(path) || topFolder(path) === 'tools' ? absentPages(root, path, text) : []),
    ...(isProse(path) ? [...wrongHeadings({ path, text }), ...brokenLinks(root, { path, text })] : []),
    ...(isProse(path) || path === 'action.yml' || topFolder(path) === 'render' ? claims(path, text) : []),
    ...(isProduct(path) ? wrongExports(parseSource(path, text)) : []),
    ...(isProduct(path) && !GENERATED.test(text) ? harnessIds(path, text, ids) : []),
  ];
}

function isProse(path: string): boolean {
  return path.endsWith('.md') && !DATA.test(path);
}

function isProduct(path: string): boolean {
  return path.endsWith('.ts') && SOURCE.includes(topFolder(path));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = reportFindings('terms', checkTerms(resolve(process.argv[2] ?? process.cwd())));
}

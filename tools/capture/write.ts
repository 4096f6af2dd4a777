/** Writes one captured run as a fixture: redacted records, what is known of the run, and a README line. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { nativeFilesOf } from '../../runner/native-files.ts';
import { sentTotals } from '../../tests/helpers/scripted-model/server.ts';
import { type CodexRun as ScriptedRun, SYSTEM_PATH } from '../../tests/real/setup/codex-run.ts';
import type { Replacements } from './redact.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The command line that ran. */
export interface Captured {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly bin: string;
  /** Folder in which it is installed. */
  readonly installed: string;
}

/** One run to write. */
export interface Capture {
  readonly run: ScriptedRun;
  readonly folder: string;
  readonly name: string;
  readonly wanted: { readonly what: string; readonly model: string };
  readonly harness: Captured;
  readonly redactLine: (line: string, replacements: Replacements) => string;
}

/** A path as Claude Code writes it into the name of a folder. */
const slug = (path: string): string => path.replaceAll(/[^a-zA-Z0-9]/g, '-');

function replacements({ run, harness }: Capture): Replacements {
  const paths: [string, string][] = [
    [run.folders.workspace, '/workspace'],
    // Some name it below the next folder with a repository, which is ours.
    [relative(ROOT, run.folders.workspace), 'workspace'],
    [run.folders.home, '/home/agent'],
    [run.folders.root, '/trial'],
    [harness.installed, `/opt/${harness.id}`],
    [harness.bin, '/opt/bin'],
    [`${harness.bin}:${SYSTEM_PATH}`, `/opt/bin:${SYSTEM_PATH}`],
    [ROOT, '/source'],
  ];
  const slugs = paths.map(([from, to]): [string, string] => [slug(from), slug(to)]);
  return [...paths, ...slugs].sort(([a], [b]) => b.length - a.length);
}

const replaced = (text: string, pairs: Replacements): string =>
  pairs.reduce((done, [from, to]) => done.replaceAll(from, to), text);

function writeRecords(capture: Capture): void {
  const { run, folder } = capture;
  const pairs = replacements(capture);
  for (const file of nativeFilesOf(run.folders.trial)) {
    if (file.path !== 'stdout.raw' && !file.path.startsWith('native/')) continue;
    const target = join(folder, replaced(file.path, pairs));
    mkdirSync(dirname(target), { recursive: true });
    const raw = readFileSync(join(run.folders.trial, file.path), 'utf8');
    const lines = raw.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT').split('\n');
    writeFileSync(target, lines.map((line) => (line === '' ? '' : capture.redactLine(line, pairs))).join('\n'));
  }
}

/** Writes the fixture's folder anew. */
export function writeCapture(capture: Capture): void {
  const { run, folder, name, wanted, harness } = capture;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeRecords(capture);
  const { exit, terminal, usage } = run;
  const facts = {
    harness: harness.id,
    version: harness.version,
    what: wanted.what,
    model: wanted.model,
    exit,
    terminal: terminal.state === 'success' ? 'success' : terminal.cause,
    coverage: usage.coverage,
    sent: sentTotals(run.requests),
    answers: run.requests.filter((one) => one.usage !== null).length,
  };
  writeFileSync(join(folder, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`);
  const day = new Date().toISOString().slice(0, 10);
  const text = `${harness.title} ${harness.version}, ${day}, against the scripted model of this project: ${wanted.what}.`;
  writeFileSync(join(folder, 'README.md'), `# ${name}\n\n${text} Redacted.\n`);
}

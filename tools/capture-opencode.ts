/**
 * Captures the pinned OpenCode against our scripted model and writes the redacted records to
 * fixtures/harnesses/opencode/. Run by hand when the pinned version changes: `npx tsx tools/capture-opencode.ts [NAME…]`. It needs no key and no network
 * but loopback.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { harness } from '../harnesses/opencode/index.ts';
import { nativeFilesOf } from '../runner/native-files.ts';
import { sentTotals } from '../tests/helpers/scripted-model/server.ts';
import { type CodexRun as CliRun, runCodex as runCli, SYSTEM_PATH } from '../tests/real/setup/codex-run.ts';
import type { CodexScenario as CliScenario } from '../tests/real/setup/codex-scenarios.ts';
import { OPENCODE_SCENARIOS } from '../tests/real/setup/opencode-scenarios.ts';
import { type Replacements, redactLine } from './capture/redact.ts';
import { realCli } from './real-clis.ts';

const ROOT = join(import.meta.dirname, '..');
const FIXTURES = join(ROOT, 'fixtures', 'harnesses', 'opencode');

/** OpenCode's skill tool lists files with ripgrep, which it would download; Codex brings one along. */
function ripgrepFolder(): string {
  const codex = realCli('codex');
  if ('notRun' in codex) throw new Error(`ripgrep: not run: ${codex.notRun}`);
  return join(dirname(dirname(codex.program)), 'codex-path');
}

function replacements(run: CliRun, bin: string, program: string): Replacements {
  const pairs: [string, string][] = [
    [run.folders.workspace, '/workspace'],
    [relative(ROOT, run.folders.workspace), 'workspace'],
    [run.folders.home, '/home/agent'],
    [run.folders.root, '/trial'],
    [dirname(dirname(program)), '/opt/opencode'],
    [bin, '/opt/bin'],
    [`${bin}:${SYSTEM_PATH}`, `/opt/bin:${SYSTEM_PATH}`],
    [ROOT, '/source'],
  ];
  return pairs.sort(([a], [b]) => b.length - a.length);
}

function writeRecords(run: CliRun, folder: string, replace: Replacements): void {
  for (const file of nativeFilesOf(run.folders.trial)) {
    if (file.path !== 'stdout.raw' && !file.path.startsWith('native/')) continue;
    const target = join(folder, file.path);
    mkdirSync(dirname(target), { recursive: true });
    const raw = readFileSync(join(run.folders.trial, file.path), 'utf8');
    const ports = raw.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT');
    writeFileSync(
      target,
      ports
        .split('\n')
        .map((line) => (line === '' ? '' : redactLine(line, replace)))
        .join('\n'),
    );
  }
}

function writeFacts(run: CliRun, folder: string, name: string, wanted: CliScenario, version: string): void {
  const { exit, terminal, usage } = run;
  const facts = {
    harness: 'opencode',
    version,
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
  const text = `# ${name}\n\nOpenCode ${version}, ${day}, against the scripted model of this project: ${wanted.what}. Redacted.\n`;
  writeFileSync(join(folder, 'README.md'), text);
}

async function main(names: readonly string[]): Promise<void> {
  const cli = realCli('opencode');
  if ('notRun' in cli) throw new Error(`opencode: not run: ${cli.notRun}`);
  const bin = `${cli.bin}:${ripgrepFolder()}`;
  for (const [name, wanted] of Object.entries(OPENCODE_SCENARIOS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const run = await runCli(harness, bin, `capture-opencode-${name}`, wanted);
    const folder = join(FIXTURES, name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeRecords(run, folder, replacements(run, bin, cli.program));
    writeFacts(run, folder, name, wanted, cli.version);
    const said = run.terminal.state === 'success' ? 'success' : `${run.terminal.cause}: ${run.terminal.detail}`;
    process.stdout.write(`${name}: ${said}; usage ${run.usage.coverage}, ${run.usage.requests.length} requests\n`);
    for (const { message } of run.trace.problems) process.stdout.write(`  ${message}\n`);
  }
}

await main(process.argv.slice(2));

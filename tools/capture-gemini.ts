/**
 * Captures the pinned Gemini CLI against our scripted model and writes the redacted records to
 * fixtures/harnesses/gemini/. Run by hand when the pinned version changes: `npx tsx tools/capture-gemini.ts [NAME…]`.
 * It needs no key and no network but loopback.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { harness } from '../harnesses/gemini/index.ts';
import { nativeFilesOf } from '../runner/native-files.ts';
import { sentTotals } from '../tests/helpers/scripted-model/server.ts';
import { type GeminiRun, runGemini } from '../tests/real/setup/gemini-run.ts';
import { GEMINI_SCENARIOS, MODEL } from '../tests/real/setup/gemini-scenarios.ts';
import type { Replacements } from './capture/redact.ts';
import { redactGeminiLine } from './capture/redact-gemini.ts';
import { realCli } from './real-clis.ts';

const ROOT = join(import.meta.dirname, '..');
const FIXTURES = join(ROOT, 'fixtures', 'harnesses', 'gemini');

function writeRecords({ folders }: GeminiRun, folder: string): void {
  const replace: Replacements = [
    [folders.workspace, '/workspace'],
    [folders.home, '/home/agent'],
    [folders.root, '/trial'],
    [ROOT, '/source'],
  ];
  for (const { path } of nativeFilesOf(folders.trial)) {
    if (path !== 'stdout.raw' && !path.startsWith('native/')) continue;
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    const raw = readFileSync(join(folders.trial, path), 'utf8').replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT');
    const lines = raw.split('\n').map((line) => (line === '' ? '' : redactGeminiLine(line, replace)));
    writeFileSync(target, lines.join('\n'));
  }
}

function writeFacts(run: GeminiRun, folder: string, name: string, what: string, version: string): void {
  const { exit, terminal, usage, requests } = run;
  const facts = {
    harness: 'gemini',
    version,
    what,
    model: MODEL,
    exit,
    terminal: terminal.state === 'success' ? 'success' : terminal.cause,
    coverage: usage.coverage,
    sent: sentTotals(requests),
    answers: requests.filter((one) => one.usage !== null).length,
  };
  writeFileSync(join(folder, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`);
  const day = new Date().toISOString().slice(0, 10);
  const by = 'against the scripted model of this project';
  writeFileSync(join(folder, 'README.md'), `# ${name}\n\nGemini CLI ${version}, ${day}, ${by}: ${what}. Redacted.\n`);
}

async function main(names: readonly string[]): Promise<void> {
  const cli = realCli('gemini');
  if ('notRun' in cli) throw new Error(`gemini: not run: ${cli.notRun}`);
  for (const [name, wanted] of Object.entries(GEMINI_SCENARIOS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const run = await runGemini(harness, cli.bin, `capture-${name}`, wanted);
    const folder = join(FIXTURES, name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeRecords(run, folder);
    writeFacts(run, folder, name, wanted.what, cli.version);
    const said = run.terminal.state === 'success' ? 'success' : `${run.terminal.cause}: ${run.terminal.detail}`;
    process.stdout.write(`${name}: ${said}; usage ${run.usage.coverage}, ${run.usage.requests.length} requests\n`);
    for (const { message } of run.trace.problems) process.stdout.write(`  ${message}\n`);
  }
}

await main(process.argv.slice(2));

/**
 * Captures the pinned Codex against our scripted model and writes the redacted records to fixtures/harnesses/codex/.
 * Run by hand when the pinned version changes: `npx tsx tools/capture-codex.ts [NAME…]`. It needs no key and no network
 * but loopback.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { harness } from '../harnesses/codex/index.ts';
import { nativeFilesOf } from '../runner/native-files.ts';
import { sentTotals } from '../tests/helpers/scripted-model/server.ts';
import { type CodexRun, runCodex, SYSTEM_PATH } from '../tests/real/setup/codex-run.ts';
import { CODEX_SCENARIOS, type CodexScenario } from '../tests/real/setup/codex-scenarios.ts';
import { type Replacements, redactLine } from './capture/redact.ts';
import { realCli } from './real-clis.ts';

const ROOT = join(import.meta.dirname, '..');
const FIXTURES = join(ROOT, 'fixtures', 'harnesses', 'codex');

function replacements(run: CodexRun, bin: string, program: string): Replacements {
  const pairs: [string, string][] = [
    [run.folders.workspace, '/workspace'],
    [run.folders.home, '/home/agent'],
    [run.folders.root, '/trial'],
    [dirname(dirname(program)), '/opt/codex'],
    [bin, '/opt/bin'],
    [`${bin}:${SYSTEM_PATH}`, `/opt/bin:${SYSTEM_PATH}`],
    [ROOT, '/source'],
  ];
  return pairs.sort(([a], [b]) => b.length - a.length);
}

function writeRecords(run: CodexRun, folder: string, replace: Replacements): void {
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

function writeFacts(run: CodexRun, folder: string, name: string, wanted: CodexScenario, version: string): void {
  const { exit, terminal, usage } = run;
  const facts = {
    harness: 'codex',
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
  const text = `# ${name}\n\nCodex CLI ${version}, ${day}, against the scripted model of this project: ${wanted.what}. Redacted.\n`;
  writeFileSync(join(folder, 'README.md'), text);
}

async function main(names: readonly string[]): Promise<void> {
  const cli = realCli('codex');
  if ('notRun' in cli) throw new Error(`codex: not run: ${cli.notRun}`);
  for (const [name, wanted] of Object.entries(CODEX_SCENARIOS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const run = await runCodex(harness, cli.bin, `capture-${name}`, wanted);
    const folder = join(FIXTURES, name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeRecords(run, folder, replacements(run, cli.bin, cli.program));
    writeFacts(run, folder, name, wanted, cli.version);
    const said = run.terminal.state === 'success' ? 'success' : `${run.terminal.cause}: ${run.terminal.detail}`;
    process.stdout.write(`${name}: ${said}; usage ${run.usage.coverage}, ${run.usage.requests.length} requests\n`);
    for (const { message } of run.trace.problems) process.stdout.write(`  ${message}\n`);
  }
}

await main(process.argv.slice(2));

/**
 * Captures the pinned Codex against our scripted model and writes the redacted records to fixtures/harnesses/codex/.
 * Run by hand when the pinned version changes: `npx tsx tools/capture-codex.ts [NAME…]`. It needs no key and no network
 * but loopback.
 */
import { dirname, join } from 'node:path';
import { harness } from '../harnesses/codex/index.ts';
import { runCodex } from '../tests/real/setup/codex-run.ts';
import { CODEX_SCENARIOS } from '../tests/real/setup/codex-scenarios.ts';
import { redactLine } from './capture/redact.ts';
import { writeCapture } from './capture/write.ts';
import { realCli } from './real-clis.ts';

const ROOT = join(import.meta.dirname, '..');
const FIXTURES = join(ROOT, 'fixtures', 'harnesses', 'codex');

async function main(names: readonly string[]): Promise<void> {
  const cli = realCli('codex');
  if ('notRun' in cli) throw new Error(`codex: not run: ${cli.notRun}`);
  for (const [name, wanted] of Object.entries(CODEX_SCENARIOS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const run = await runCodex(harness, cli.bin, `capture-${name}`, wanted);
    writeCapture({
      run,
      folder: join(FIXTURES, name),
      name,
      wanted,
      harness: {
        id: 'codex',
        title: 'Codex CLI',
        version: cli.version,
        bin: cli.bin,
        installed: dirname(dirname(cli.program)),
      },
      redactLine,
    });
    const said = run.terminal.state === 'success' ? 'success' : `${run.terminal.cause}: ${run.terminal.detail}`;
    process.stdout.write(`${name}: ${said}; usage ${run.usage.coverage}, ${run.usage.requests.length} requests\n`);
    for (const { message } of run.trace.problems) process.stdout.write(`  ${message}\n`);
  }
}

await main(process.argv.slice(2));

/**
 * Captures the pinned pi against our scripted model and writes the redacted records to fixtures/harnesses/pi/. Run by
 * hand when the pinned version changes: `npx tsx tools/capture-pi.ts [NAME…]`. It needs no key and no network but
 * loopback.
 */
import { dirname, join } from 'node:path';
import { harness } from '../harnesses/pi/index.ts';
import { runPi } from '../tests/real/setup/pi-run.ts';
import { PI_SCENARIOS } from '../tests/real/setup/pi-scenarios.ts';
import { redactLine } from './capture/redact.ts';
import { writeCapture } from './capture/write.ts';
import { realCli } from './real-clis.ts';

const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'harnesses', 'pi');

async function main(names: readonly string[]): Promise<void> {
  const cli = realCli('pi');
  if ('notRun' in cli) throw new Error(`pi: not run: ${cli.notRun}`);
  for (const [name, wanted] of Object.entries(PI_SCENARIOS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const run = await runPi(harness, cli.bin, `capture-pi-${name}`, wanted);
    const installed = dirname(dirname(cli.program));
    const captured = { id: 'pi', title: 'pi', version: cli.version, bin: cli.bin, installed };
    writeCapture({ run, folder: join(FIXTURES, name), name, wanted, harness: captured, redactLine });
    const said = run.terminal.state === 'success' ? 'success' : `${run.terminal.cause}: ${run.terminal.detail}`;
    process.stdout.write(`${name}: ${said}; usage ${run.usage.coverage}, ${run.usage.requests.length} requests\n`);
    for (const { message } of run.trace.problems) process.stdout.write(`  ${message}\n`);
  }
}

await main(process.argv.slice(2));

/**
 * Captures the pinned Claude Code against our scripted model and writes the redacted records to
 * fixtures/harnesses/claude/. Run by hand when the pinned version changes: `npx tsx tools/capture-claude.ts [NAME…]`. It
 * needs no key and no network but loopback.
 */
import { dirname, join } from 'node:path';
import { harness } from '../harnesses/claude/index.ts';
import { CLAUDE_SCENARIOS } from '../tests/real/setup/claude-scenarios.ts';
import { runCodex as runScripted } from '../tests/real/setup/codex-run.ts';
import { redactClaudeLine } from './capture/redact-claude.ts';
import { writeCapture } from './capture/write.ts';
import { realCli } from './real-clis.ts';

const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'harnesses', 'claude');

async function main(names: readonly string[]): Promise<void> {
  const cli = realCli('claude');
  if ('notRun' in cli) throw new Error(`claude: not run: ${cli.notRun}`);
  for (const [name, wanted] of Object.entries(CLAUDE_SCENARIOS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const run = await runScripted(harness, cli.bin, `capture-claude-${name}`, wanted);
    writeCapture({
      run,
      folder: join(FIXTURES, name),
      name,
      wanted,
      harness: {
        id: 'claude',
        title: 'Claude Code',
        version: cli.version,
        bin: cli.bin,
        installed: dirname(cli.program),
      },
      redactLine: redactClaudeLine,
    });
    const said = run.terminal.state === 'success' ? 'success' : `${run.terminal.cause}: ${run.terminal.detail}`;
    process.stdout.write(`${name}: ${said}; usage ${run.usage.coverage}, ${run.usage.requests.length} requests\n`);
    for (const { message } of run.trace.problems) process.stdout.write(`  ${message}\n`);
  }
}

await main(process.argv.slice(2));

/**
 * Captures the pinned OpenCode against our scripted model and writes the redacted records to
 * fixtures/harnesses/opencode/. Run by hand when the pinned version changes: `npx tsx tools/capture-opencode.ts [NAME…]`. It
 * needs no key and no network but loopback.
 */
import { dirname, join } from 'node:path';
import { harness } from '../harnesses/opencode/index.ts';
import { runCodex } from '../tests/real/setup/codex-run.ts';
import { OPENCODE_SCENARIOS } from '../tests/real/setup/opencode-scenarios.ts';
import { capture } from './capture/main.ts';
import { redactLine } from './capture/redact.ts';
import { realCli } from './real-clis.ts';

/** OpenCode's skill tool lists files with ripgrep, which it would download; Codex brings one along. */
function ripgrepFolder(): string {
  const codex = realCli('codex');
  if ('notRun' in codex) throw new Error(`ripgrep: not run: ${codex.notRun}`);
  return join(dirname(dirname(codex.program)), 'codex-path');
}

await capture(
  {
    harness,
    title: 'OpenCode',
    scenarios: OPENCODE_SCENARIOS,
    modelOf: ({ model }) => model,
    run: (used, bin, name, wanted) => runCodex(used, `${bin}:${ripgrepFolder()}`, name, wanted),
    installedIn: (program) => dirname(dirname(program)),
    redactLine: redactLine,
  },
  process.argv.slice(2),
);

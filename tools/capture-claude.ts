/**
 * Captures the pinned Claude Code against our scripted model and writes the redacted records to
 * fixtures/harnesses/claude/. Run by hand when the pinned version changes: `npx tsx tools/capture-claude.ts [NAME…]`. It
 * needs no key and no network but loopback.
 */
import { dirname } from 'node:path';
import { harness } from '../harnesses/claude/index.ts';
import { CLAUDE_SCENARIOS } from '../tests/real/setup/claude-scenarios.ts';
import { runCodex } from '../tests/real/setup/codex-run.ts';
import { capture } from './capture/main.ts';
import { redactClaudeLine } from './capture/redact-claude.ts';

await capture(
  {
    harness,
    title: 'Claude Code',
    scenarios: CLAUDE_SCENARIOS,
    modelOf: ({ model }) => model,
    run: runCodex,
    installedIn: (program) => dirname(program),
    redactLine: redactClaudeLine,
  },
  process.argv.slice(2),
);

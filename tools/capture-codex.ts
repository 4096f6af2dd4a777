/**
 * Captures the pinned Codex against our scripted model and writes the redacted records to
 * fixtures/harnesses/codex/. Run by hand when the pinned version changes: `npx tsx tools/capture-codex.ts [NAME…]`. It
 * needs no key and no network but loopback.
 */
import { dirname } from 'node:path';
import { harness } from '../harnesses/codex/index.ts';
import { runCodex } from '../tests/real/setup/codex-run.ts';
import { CODEX_SCENARIOS } from '../tests/real/setup/codex-scenarios.ts';
import { capture } from './capture/main.ts';
import { redactLine } from './capture/redact.ts';

await capture(
  {
    harness,
    title: 'Codex CLI',
    scenarios: CODEX_SCENARIOS,
    modelOf: ({ model }) => model,
    run: runCodex,
    installedIn: (program) => dirname(dirname(program)),
    redactLine: redactLine,
  },
  process.argv.slice(2),
);

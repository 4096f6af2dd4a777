/**
 * Captures the pinned Copilot against our scripted model and writes the redacted records to
 * fixtures/harnesses/copilot/. Run by hand when the pinned version changes: `npx tsx tools/capture-copilot.ts [NAME…]`.
 * It needs no key and no network but loopback.
 */
import { dirname, join } from 'node:path';
import { harness } from '../harnesses/copilot/index.ts';
import { runCopilot } from '../tests/real/setup/copilot-run.ts';
import { COPILOT_SCENARIOS } from '../tests/real/setup/copilot-scenarios.ts';
import { capture } from './capture/main.ts';
import { redactCopilotLine } from './capture/redact-copilot.ts';

await capture(
  {
    harness,
    title: 'GitHub Copilot CLI',
    scenarios: COPILOT_SCENARIOS,
    modelOf: ({ model }) => model,
    run: runCopilot,
    // Beside it lies what it unpacks.
    installedIn: (program) => join(dirname(program), '..', '..', '..'),
    redactLine: redactCopilotLine,
  },
  process.argv.slice(2),
);

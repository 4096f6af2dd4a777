/**
 * Captures the pinned Gemini CLI against our scripted model and writes the redacted records to
 * fixtures/harnesses/gemini/. Run by hand when the pinned version changes: `npx tsx tools/capture-gemini.ts [NAME…]`. It
 * needs no key and no network but loopback.
 */
import { dirname } from 'node:path';
import { harness } from '../harnesses/gemini/index.ts';
import { runGemini } from '../tests/real/setup/gemini-run.ts';
import { GEMINI_SCENARIOS, MODEL } from '../tests/real/setup/gemini-scenarios.ts';
import { capture } from './capture/main.ts';
import { redactGeminiLine } from './capture/redact-gemini.ts';

await capture(
  {
    harness,
    title: 'Gemini CLI',
    scenarios: GEMINI_SCENARIOS,
    modelOf: () => MODEL,
    run: runGemini,
    installedIn: (program) => dirname(dirname(program)),
    redactLine: redactGeminiLine,
  },
  process.argv.slice(2),
);

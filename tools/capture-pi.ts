/**
 * Captures the pinned pi against our scripted model and writes the redacted records to
 * fixtures/harnesses/pi/. Run by hand when the pinned version changes: `npx tsx tools/capture-pi.ts [NAME…]`. It
 * needs no key and no network but loopback.
 */
import { dirname } from 'node:path';
import { harness } from '../harnesses/pi/index.ts';
import { runPi } from '../tests/real/setup/pi-run.ts';
import { PI_SCENARIOS } from '../tests/real/setup/pi-scenarios.ts';
import { capture } from './capture/main.ts';
import { redactLine } from './capture/redact.ts';

await capture(
  {
    harness,
    title: 'pi',
    scenarios: PI_SCENARIOS,
    modelOf: ({ model }) => model,
    run: runPi,
    installedIn: (program) => dirname(dirname(program)),
    redactLine: redactLine,
  },
  process.argv.slice(2),
);

/** workflow-core through the command line, with the real Copilot and the scripted model on loopback. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Trace } from '../../records/observation.ts';
import { realCli } from '../../tools/real-clis.ts';
import { UNPACKED, unpackedBeside } from './setup/copilot-run.ts';
import { COPILOT_MODEL } from './setup/copilot-scenarios.ts';
import { forCopilot, OTHERWISE } from './setup/workflow-copilot.ts';
import { runWorkflow, saidOf } from './setup/workflow-run.ts';
import { CASES, faithfulEntries, PACKAGE } from './setup/workflow-script.ts';
import { UNFAITHFUL, unfaithfulEntries } from './setup/workflow-unfaithful.ts';

const ROOT = `.github/skills/${PACKAGE.name}`;
const cli = realCli('copilot');
const ready = 'notRun' in cli ? null : cli;
const why = 'notRun' in cli ? `not run: ${cli.notRun}` : '';
const handed = ready === null ? {} : { [UNPACKED]: unpackedBeside(ready.bin) };
const shared = { harness: 'copilot', bin: ready?.bin ?? '', model: COPILOT_MODEL, handed };

/** Every case in every condition, each accepted with all its checks passed. */
const ALL_ACCEPTED = [...CASES.keys()].sort().flatMap((id) =>
  ['baseline', 'explicit', 'inactive'].map((condition) => ({
    trial: `${id} ${condition}`,
    outcome: 'accepted',
    open: {},
  })),
);

describe('operant run --suite workflow-core --harness copilot', () => {
  test('accepts a faithful agent in every case and condition', async ({ skip }) => {
    skip(ready === null, why);
    const more = ['--condition', 'all', '--concurrency', '2'];
    const run = await runWorkflow({
      ...shared,
      name: 'copilot-faithful',
      entries: forCopilot(faithfulEntries(ROOT)),
      more,
    });
    expect(saidOf(run.trials), run.stderr).toEqual(ALL_ACCEPTED);
    expect(run.exit).toBe(0);
  });

  test.for(Object.entries(UNFAITHFUL))('catches an agent that %s', async ([name, agent], { skip }) => {
    skip(ready === null, why);
    const outside = mkdtempSync(join(tmpdir(), 'operant-copy-'));
    try {
      const entries = forCopilot(unfaithfulEntries(agent, ROOT, outside));
      const more = ['--condition', agent.condition, '--case', agent.case];
      const run = await runWorkflow({ ...shared, name: `copilot-${name.replaceAll(' ', '-')}`, entries, more });
      const trial = `${agent.case} ${agent.condition}`;
      expect(saidOf(run.trials), run.stderr).toEqual([{ trial, outcome: agent.outcome, open: agent.checks }]);
      expect(run.exit).not.toBe(0);
    } finally {
      rmSync(outside, { recursive: true, force: true });
    }
  });
});

/** workflow-core through the command line, with the real Copilot and the scripted model on loopback. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Trace } from '../../records/observation.ts';
import { realCli } from '../../tools/real-clis.ts';
import { UNPACKED, unpackedBeside } from './setup/copilot-run.ts';
import { COPILOT_MODEL } from './setup/copilot-scenarios.ts';
import { allInBackground, checksOf, forCopilot } from './setup/workflow-copilot.ts';
import { writePackageTooLong } from './setup/workflow-cut.ts';
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

/** Copilot's own permissions keep git from being changed, so nothing comes of an attempt. */
const REFUSED = 'stages what it wrote';
const CAUGHT = Object.entries(UNFAITHFUL).filter(([name]) => name !== REFUSED);

const agentOf = (name: string) => {
  const agent = UNFAITHFUL[name];
  if (agent === undefined) throw new Error(`no agent ${name}`);
  return agent;
};
const only = ({ condition, case: id }: { condition: string; case: string }) => ['--condition', condition, '--case', id];

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

  test.for(CAUGHT)('catches an agent that %s', async ([name, agent], { skip }) => {
    skip(ready === null, why);
    // The one place outside the workspace that Copilot lets an agent write to: the trial's own temporary folder.
    const entries = forCopilot(unfaithfulEntries(agent, ROOT, '../home/tmp/copy'));
    const named = `copilot-${name.replaceAll(' ', '-')}`;
    const run = await runWorkflow({ ...shared, name: named, entries, more: only(agent) });
    const trial = `${agent.case} ${agent.condition}`;
    const open = checksOf(name, agent);
    expect(saidOf(run.trials), run.stderr).toEqual([{ trial, outcome: agent.outcome, open }]);
    expect(run.exit).not.toBe(0);
  });

  test('waits for delegates in the background, which the runtime reads, and asks for the answer again', async ({
    skip,
  }) => {
    skip(ready === null, why);
    const name = 'answers before its delegates return';
    const agent = agentOf(name);
    const entries = allInBackground(forCopilot(unfaithfulEntries(agent, ROOT, '/nowhere')));
    const run = await runWorkflow({ ...shared, name: 'copilot-background', entries, more: only(agent) });
    const open = checksOf(name, agent);
    expect(saidOf(run.trials), run.stderr).toEqual([{ trial: 'investigation explicit', outcome: 'rejected', open }]);
  });

  test('accepts a faithful agent whose delegates work in the background', async ({ skip }) => {
    skip(ready === null, why);
    const entries = allInBackground(forCopilot(faithfulEntries(ROOT)));
    const more = only({ condition: 'explicit', case: 'investigation' });
    const run = await runWorkflow({ ...shared, name: 'copilot-background-faithful', entries, more });
    const expected = [{ trial: 'investigation explicit', outcome: 'accepted', open: {} }];
    expect(saidOf(run.trials), run.stderr).toEqual(expected);
  });

  test('finds nothing where the permissions of Copilot refused what the agent tried', async ({ skip }) => {
    skip(ready === null, why);
    const agent = agentOf(REFUSED);
    const entries = forCopilot(unfaithfulEntries(agent, ROOT, '/nowhere'));
    const run = await runWorkflow({ ...shared, name: 'copilot-refused', entries, more: only(agent) });
    expect(saidOf(run.trials)).toEqual([{ trial: 'prototype explicit', outcome: 'accepted', open: {} }]);
    const [trial] = run.trials;
    const trace = Trace.parse(JSON.parse(readFileSync(join(trial?.folder ?? '', 'trace.json'), 'utf8')));
    const tried = trace.observations.find((one) => one.kind === 'command' && one.text === 'git add scratch');
    expect(tried).toMatchObject({ exitCode: null, output: expect.stringContaining('Permission denied') });
  });

  test('gives no credit for a file that Copilot finds too large to show', async ({ skip }) => {
    skip(ready === null, why);
    const more = ['--package', writePackageTooLong('copilot-cut-package'), '--case', 'prototype'];
    const run = await runWorkflow({ ...shared, name: 'copilot-cut', entries: forCopilot(faithfulEntries(ROOT)), more });
    const open = { 'loaded.router.md': 'failed' };
    expect(saidOf(run.trials), run.stderr).toEqual([{ trial: 'prototype explicit', outcome: 'rejected', open }]);
  });
});

/** workflow-core through the command line, with the real Codex and the scripted model on loopback. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { realCli } from '../../tools/real-clis.ts';
import { CODE_MODEL, PLAIN_MODEL } from './setup/codex-scenarios.ts';
import { runWorkflow, type WorkflowTrial } from './setup/workflow-run.ts';
import { CASES, faithfulEntries, PACKAGE } from './setup/workflow-script.ts';
import { UNFAITHFUL, unfaithfulEntries } from './setup/workflow-unfaithful.ts';

const ROOT = `.agents/skills/${PACKAGE.name}`;
const cli = realCli('codex');
const ready = 'notRun' in cli ? null : cli;
const why = 'notRun' in cli ? `not run: ${cli.notRun}` : '';
const shared = { harness: 'codex', bin: ready?.bin ?? '', model: PLAIN_MODEL };

const open = ({ result }: WorkflowTrial) =>
  Object.fromEntries(result.grade.checks.flatMap(({ id, status }) => (status === 'passed' ? [] : [[id, status]])));

const said = (trials: readonly WorkflowTrial[]) =>
  trials.map((one) => ({
    trial: `${one.plan.case} ${one.plan.agent.condition}`,
    outcome: one.result.grade.outcome.state,
    open: open(one),
  }));

/** Every case in every condition, each accepted with all its checks passed. */
const ALL_ACCEPTED = [...CASES.keys()]
  .sort()
  .flatMap((id) =>
    ['baseline', 'explicit', 'inactive'].map((condition) => ({
      trial: `${id} ${condition}`,
      outcome: 'accepted',
      open: {},
    })),
  );

describe('operant run --suite workflow-core --harness codex', () => {
  test.each([
    ['the first generation of agents', PLAIN_MODEL],
    ['the second generation of agents', CODE_MODEL],
  ])('accepts a faithful agent in every case and condition, with %s', async (_, model) => {
    if (ready === null) return expect(why).toMatch(/^not run/);
    const more = ['--condition', 'all', '--concurrency', '2'];
    const name = `codex-faithful-${model}`;
    const run = await runWorkflow({ ...shared, name, model, entries: faithfulEntries(ROOT), more });
    const sorted = said(run.trials).sort((a, b) => (a.trial < b.trial ? -1 : 1));
    expect(sorted, run.stderr).toEqual(ALL_ACCEPTED);
    expect(run.exit).toBe(0);
  });

  test.each(Object.entries(UNFAITHFUL))('catches an agent that %s', async (name, agent) => {
    if (ready === null) return expect(why).toMatch(/^not run/);
    const outside = mkdtempSync(join(tmpdir(), 'operant-copy-'));
    try {
      const entries = unfaithfulEntries(agent, ROOT, outside);
      const more = ['--condition', agent.condition, '--case', agent.case];
      const run = await runWorkflow({ ...shared, name: `codex-${name.replaceAll(' ', '-')}`, entries, more });
      const trial = `${agent.case} ${agent.condition}`;
      expect(said(run.trials), run.stderr).toEqual([{ trial, outcome: agent.outcome, open: agent.checks }]);
      expect(run.exit).not.toBe(0);
    } finally {
      rmSync(outside, { recursive: true, force: true });
    }
  });
});

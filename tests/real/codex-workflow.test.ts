/** workflow-core through the command line, with the real Codex and the scripted model on loopback. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Trace } from '../../records/observation.ts';
import { realCli } from '../../tools/real-clis.ts';
import { CODE_MODEL, PLAIN_MODEL } from './setup/codex-scenarios.ts';
import { writePackageTooLong } from './setup/workflow-cut.ts';
import { runWorkflow, saidOf } from './setup/workflow-run.ts';
import { CASES, faithfulEntries, PACKAGE } from './setup/workflow-script.ts';
import { UNFAITHFUL, unfaithfulEntries } from './setup/workflow-unfaithful.ts';

const ROOT = `.agents/skills/${PACKAGE.name}`;
const CLI = join(import.meta.dirname, '../../dist/cli/operant.mjs');
const cli = realCli('codex');
const ready = 'notRun' in cli ? null : cli;
const why = 'notRun' in cli ? `not run: ${cli.notRun}` : '';
const shared = { harness: 'codex', bin: ready?.bin ?? '', model: PLAIN_MODEL };

/** Every case in every condition, each accepted with all its checks passed. */
const ALL_ACCEPTED = [...CASES.keys()].sort().flatMap((id) =>
  ['baseline', 'explicit', 'inactive'].map((condition) => ({
    trial: `${id} ${condition}`,
    outcome: 'accepted',
    open: {},
  })),
);

/** Codex's own sandbox keeps the repository from being written to, so nothing comes of an attempt. */
const REFUSED = 'stages what it wrote';
const CAUGHT = Object.entries(UNFAITHFUL).filter(([name]) => name !== REFUSED);

describe('operant run --suite workflow-core --harness codex', () => {
  test.for([
    ['the first generation of agents', PLAIN_MODEL],
    ['the second generation of agents', CODE_MODEL],
  ] as const)('accepts a faithful agent in every case and condition, with %s', async ([_, model], { skip }) => {
    skip(ready === null, why);
    const more = ['--condition', 'all', '--concurrency', '2'];
    const name = `codex-faithful-${model}`;
    const run = await runWorkflow({ ...shared, name, model, entries: faithfulEntries(ROOT), more });
    expect(saidOf(run.trials), run.stderr).toEqual(ALL_ACCEPTED);
    expect(run.exit).toBe(0);
  });

  test.for(CAUGHT)('catches an agent that %s', async ([name, agent], { skip }) => {
    skip(ready === null, why);
    const outside = mkdtempSync(join(tmpdir(), 'operant-copy-'));
    try {
      const entries = unfaithfulEntries(agent, ROOT, outside);
      const more = ['--condition', agent.condition, '--case', agent.case];
      const run = await runWorkflow({ ...shared, name: `codex-${name.replaceAll(' ', '-')}`, entries, more });
      const trial = `${agent.case} ${agent.condition}`;
      expect(saidOf(run.trials), run.stderr).toEqual([{ trial, outcome: agent.outcome, open: agent.checks }]);
      expect(run.exit).not.toBe(0);
    } finally {
      rmSync(outside, { recursive: true, force: true });
    }
  });

  test('finds nothing where the sandbox of Codex refused what the agent tried', async ({ skip }) => {
    skip(ready === null, why);
    const agent = UNFAITHFUL[REFUSED];
    if (agent === undefined) throw new Error('no such agent');
    const more = ['--condition', agent.condition, '--case', agent.case];
    const entries = unfaithfulEntries(agent, ROOT, '/nowhere');
    const run = await runWorkflow({ ...shared, name: 'codex-refused', entries, more });
    expect(saidOf(run.trials)).toEqual([{ trial: 'prototype explicit', outcome: 'accepted', open: {} }]);
    const [trial] = run.trials;
    const trace = Trace.parse(JSON.parse(readFileSync(join(trial?.folder ?? '', 'trace.json'), 'utf8')));
    const tried = trace.observations.find((one) => one.kind === 'command' && one.text === 'git add scratch');
    // It leaves no item on standard output and none in the log: only what went to the model tells of it.
    expect(tried).toMatchObject({ exitCode: 128, output: expect.stringContaining('Read-only file system') });
  });

  test('gives no credit for a file that Codex cut before the model saw it', async ({ skip }) => {
    skip(ready === null, why);
    const folder = writePackageTooLong('cut-package');
    const more = ['--package', folder, '--case', 'prototype'];
    const run = await runWorkflow({ ...shared, name: 'codex-cut', entries: faithfulEntries(ROOT), more });
    const open = { 'loaded.router.md': 'failed' };
    expect(saidOf(run.trials), run.stderr).toEqual([{ trial: 'prototype explicit', outcome: 'rejected', open }]);
  });

  test('gives a first verdict on a skill that init began to measure, and touches no home', async ({ skip }) => {
    skip(ready === null, why);
    const steps = [
      { do: [{ read: '.agents/skills/plain/SKILL.md' }] },
      { do: [{ run: 'cat data/visits.csv' }] },
      { do: [{ write: 'answer.json', content: '{"open": 3}' }] },
      { answer: 'There are three.' },
    ];
    const ordinary = [{ do: [{ write: 'greeting.txt', content: 'Good morning\n' }] }, { answer: 'done' }];
    const entries = [
      { key: 'called', when: 'Count the lines of data/visits.csv', steps },
      { key: 'ordinary', when: 'Write the file greeting.txt', steps: ordinary },
    ];
    const make = (folder: string) => {
      mkdirSync(join(folder, 'skills/plain'), { recursive: true });
      writeFileSync(
        join(folder, 'skills/plain/SKILL.md'),
        '---\nname: plain\ndescription: counts\n---\n# Plain\n\nCount by hand, twice.\n',
      );
      execFileSync(process.execPath, [CLI, 'init', '--skill', 'skills/plain', '--harness', 'codex'], { cwd: folder });
    };
    const own = { suite: './operant/plain.yaml', make };
    const more = ['--thresholds', './operant/plain.thresholds.yaml'];
    const run = await runWorkflow({ ...shared, name: 'codex-init', entries, more, own });
    expect(saidOf(run.trials), run.stderr).toEqual([
      { trial: 'with-plain explicit', outcome: 'accepted', open: {} },
      { trial: 'without-plain explicit', outcome: 'accepted', open: {} },
    ]);
    expect([run.exit, run.stdout]).toEqual([0, expect.stringContaining('pass')]);
    expect(readdirSync(run.home).sort()).toEqual(['.github', 'operant', 'runs', 'skills']);
  });
});

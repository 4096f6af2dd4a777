/** Whole runs of a workflow suite with plain programs: packages installed, boundaries held, evidence read back. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Manifest } from '../../records/manifest.ts';
import type { Condition } from '../../records/terms.ts';
import { TrialPlan, TrialResult } from '../../records/trial.ts';
import { WorkflowContract } from '../../records/workflow.ts';
import { initSkill } from '../../runner/init-skill.ts';
import { installPackage } from '../../runner/package.ts';
import { executeRun } from '../../runner/pipeline.ts';
import { regrade } from '../../runner/regrade.ts';
import { reportFolders } from '../../runner/report-folders.ts';
import { loadSuite } from '../../runner/suites.ts';
import { testedPackage } from '../../runner/tested-package.ts';
import { temporaryFolder } from '../helpers/temp.ts';
import { contextOf, requestFor, write } from './setup.ts';

const SKILL = '---\nname: demo\ndescription: shows how\n---\n# Demo\n\nRead `rules.md` before you begin.\n';
const RULES = '# Rules\n\nThe first of the rules that hold.\nThe second of the rules that hold.\n';

/** A folder with a skill and the suite that `init` writes for it. */
async function planted(): Promise<string> {
  const cwd = temporaryFolder();
  write(cwd, { 'skills/demo/SKILL.md': SKILL, 'skills/demo/rules.md': RULES, 'skills/demo/run.sh': '#!/bin/sh\n' });
  await initSkill(contextOf(cwd), 'skills/demo', { out: 'operant', harness: null });
  return cwd;
}

/** An agent that leaves what the reference of the case with the skill leaves, and does something more. */
const agent = (more = '') => [
  'sh',
  '-c',
  `cat >/dev/null; printf '{"open": 3}' > answer.json; ${more} echo There are three.`,
];

async function runIn(cwd: string, program: readonly string[], changes: Parameters<typeof requestFor>[2] = {}) {
  const request = requestFor('./operant/demo.yaml', program, { caseGlob: 'with-demo', out: 'runs', ...changes });
  const outcome = await executeRun(contextOf(cwd), request);
  const runDir = outcome.runDir ?? '';
  const trials = readdirSync(join(runDir, 'trials')).map((name) => join(runDir, 'trials', name));
  const json = (folder: string, name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  return {
    outcome,
    runDir,
    trials: trials.map((folder) => ({
      folder,
      plan: TrialPlan.parse(json(folder, 'trial.json')),
      contract: WorkflowContract.parse(json(folder, 'contract.json')),
      result: TrialResult.parse(json(folder, 'result.json')),
      after: Manifest.parse(json(folder, 'after.json')),
      prompt: readFileSync(join(folder, 'prompt.txt'), 'utf8'),
    })),
  };
}

const statuses = (result: TrialResult) => Object.fromEntries(result.grade.checks.map(({ id, status }) => [id, status]));

describe('a run of a workflow suite', () => {
  let cwd = '';
  beforeAll(async () => {
    cwd = await planted();
  });

  it('installs the package for explicit and inactive, calls it for explicit only, and leaves it out for baseline', async () => {
    const { trials } = await runIn(cwd, agent(), { conditions: ['explicit', 'inactive', 'baseline'] });
    const by = Object.fromEntries(trials.map((one) => [one.plan.agent.condition, one]));
    const installed = (condition: string) =>
      by[condition]?.after.entries.some(({ path }) => path === '.agents/skills/demo/rules.md');
    expect([installed('explicit'), installed('inactive'), installed('baseline')]).toEqual([true, true, false]);
    expect(by['explicit']?.prompt).toMatch(/^Use the demo skill for this task\.\n\nCount the lines/);
    expect(by['inactive']?.prompt).toMatch(/^Count the lines/);
    expect(by['explicit']?.contract.package).toMatchObject({ name: 'demo', root: '.agents/skills/demo', called: true });
    expect(by['inactive']?.contract.package?.called).toBe(false);
    expect(by['baseline']?.contract.package).toBeNull();
    expect(by['explicit']?.contract.sources).toEqual({ 'SKILL.md': SKILL, 'rules.md': RULES });
    const digest = by['explicit']?.plan.agent.packageDigest;
    expect(digest).toMatch(/^sha256:/);
    expect([by['inactive']?.plan.agent.packageDigest, by['baseline']?.plan.agent.packageDigest]).toEqual([
      digest,
      null,
    ]);
    expect(readFileSync(join(by['explicit']?.folder ?? '', 'package', 'rules.md'), 'utf8')).toBe(RULES);
    expect(existsSync(join(by['baseline']?.folder ?? '', 'package'))).toBe(false);
  });

  it('judges what a plain program can show, and says of the rest that it never can', async () => {
    const { trials, outcome } = await runIn(cwd, agent());
    const [trial] = trials;
    expect(trial === undefined ? {} : statuses(trial.result)).toEqual({
      'loaded.skill.md': 'unsupported',
      'loaded.rules.md': 'unsupported',
      data_looked: 'unsupported',
      count: 'passed',
      package_source: 'unsupported',
      in_scope: 'passed',
      git_untouched: 'passed',
      integrity: 'unsupported',
    });
    expect(trial?.result.grade.outcome.state).toBe('accepted');
    const { conformance } = outcome.reports[0] ?? {};
    expect(conformance?.layers.outcome).toEqual({ passed: 1, failed: 0, unobservable: 0, unsupported: 0 });
    expect(conformance?.layers.loading).toEqual({ passed: 0, failed: 0, unobservable: 0, unsupported: 2 });
  });

  it.each<[string, string, string]>([
    ['another file', 'touch notes.txt;', 'in_scope'],
    ['a change of the installed package', 'echo more >> .agents/skills/demo/rules.md;', 'in_scope'],
    ['a removed file', 'rm data/visits.csv;', 'in_scope'],
    ['a changed mode', 'chmod 600 README.md;', 'in_scope'],
    [
      'a link in the place of the answer',
      'mv answer.json /tmp/operant-answer-$$; ln -s /tmp/operant-answer-$$ answer.json;',
      'in_scope',
    ],
    ['a commit', 'git -c user.name=x -c user.email=x commit -q --allow-empty -m x;', 'git_untouched'],
    ['a staged file', 'git add answer.json;', 'git_untouched'],
    ['a hook', 'mkdir -p .git/hooks; echo x > .git/hooks/post-commit;', 'git_untouched'],
    ['a setting', 'git config user.name x;', 'git_untouched'],
  ])('fails %s', async (_, more, failed) => {
    const { trials } = await runIn(cwd, agent(more));
    const outcome = trials[0]?.result.grade.outcome;
    expect(outcome?.state === 'rejected' ? outcome.failed : outcome).toContain(failed);
  });

  it('takes it for no change that somebody asked git for the state', async () => {
    const { trials } = await runIn(cwd, agent('touch README.md; git status >/dev/null; git diff >/dev/null;'));
    expect(trials[0]?.result.grade.outcome.state).toBe('accepted');
  });

  it('touches no home: neither that of the user nor any skill folder outside the workspace', async () => {
    const home = temporaryFolder();
    write(home, { '.agents/skills/other/SKILL.md': 'x', '.codex/config.toml': 'y' });
    const list = () => readdirSync(home, { recursive: true, encoding: 'utf8' }).sort();
    const before = list();
    const request = requestFor('./operant/demo.yaml', agent(), { caseGlob: 'with-demo', out: 'runs' });
    await executeRun(contextOf(cwd, { env: { PATH: process.env['PATH'], HOME: home } }), request);
    expect(list()).toEqual(before);
    expect(readFileSync(join(home, '.codex/config.toml'), 'utf8')).toBe('y');
  });

  it('regrades to the same, byte for byte in what was judged', async () => {
    const { runDir, trials } = await runIn(cwd, agent('touch notes.txt;'));
    const { trials: again } = await regrade(contextOf(cwd), runDir);
    expect(again.map(({ change }) => change)).toEqual(['unchanged']);
    const now = TrialResult.parse(JSON.parse(readFileSync(again[0]?.written ?? '', 'utf8')));
    expect(now.grade).toEqual(trials[0]?.result.grade);
  });

  it.each<[string, (folder: string) => void]>([
    ['a file of the kept package', (folder) => writeFileSync(join(folder, 'package/rules.md'), `${RULES}more\n`)],
    [
      'what a probe or the workspace left',
      (folder) => writeFileSync(join(folder, 'outcome/files/answer.json'), '{"open": 4}'),
    ],
    ['the list of the workspace', (folder) => writeFileSync(join(folder, 'after.json'), '{}')],
    ['the contract', (folder) => writeFileSync(join(folder, 'contract.json'), '{}')],
  ])('refuses to regrade or report when %s was altered', async (_, alter) => {
    const { runDir, trials } = await runIn(cwd, agent());
    alter(trials[0]?.folder ?? '');
    await expect(regrade(contextOf(cwd), runDir)).rejects.toThrow(/is not what was recorded/);
    const options = { suite: null, thresholds: 'none', append: null };
    await expect(reportFolders(contextOf(cwd), [runDir], options)).rejects.toThrow(/is not what was recorded/);
  });

  it('goes on with the package it began with, and refuses another', async () => {
    const own = await planted();
    const stopped = new AbortController();
    const request = requestFor('./operant/demo.yaml', agent(), { out: 'runs' });
    const progress = (text: string) => {
      if (text.startsWith('1/2')) stopped.abort();
    };
    const first = await executeRun(contextOf(own, { interrupt: stopped.signal, progress }), request);
    expect(first.interrupted).toBe(true);
    const again = { ...request, suite: null, harness: null, program: [], resume: first.runDir };
    writeFileSync(join(own, 'skills/demo/rules.md'), `${RULES}more\n`);
    await expect(executeRun(contextOf(own), again)).rejects.toThrow('The package changed since this run began');
    writeFileSync(join(own, 'skills/demo/rules.md'), RULES);
    const done = await executeRun(contextOf(own), again);
    expect(done.reports[0]?.counts).toMatchObject({ planned: 2, trials: 2 });
  });

  it('takes another package by name, and tells the two apart in what it records', async () => {
    write(cwd, { 'other/SKILL.md': SKILL, 'other/rules.md': `${RULES}The third of the rules.\n` });
    const [one, other] = [await runIn(cwd, agent()), await runIn(cwd, agent(), { package: 'other' })];
    const digest = ({ outcome }: typeof one) => outcome.reports[0]?.agent.packageDigest;
    expect(digest(one)).not.toBe(digest(other));
    expect(one.outcome.reports[0]?.suite.digest).toBe(other.outcome.reports[0]?.suite.digest);
    expect(other.trials[0]?.contract.sources['rules.md']).toContain('third');
  });

  it.each<[string, Parameters<typeof requestFor>[2], RegExp]>([
    ['a folder without an entry file', { package: 'operant' }, /expected a file SKILL\.md, found none/],
    ['a folder that is not there', { package: 'gone' }, /no such folder/],
    ['a way of calling that the harness does not know', { invocation: 'dollar' }, /does not call skills by dollar/],
  ])('refuses %s', async (_, changes, message) => {
    await expect(runIn(cwd, agent(), changes)).rejects.toThrow(message);
  });

  it('refuses the own login of the user where its home would be part of what is measured', async () => {
    const loaded = await loadSuite(contextOf(cwd), './operant/demo.yaml');
    const asked = { package: null, useLogin: true };
    const tested = (condition: Condition) =>
      testedPackage(contextOf(cwd), { ...asked, conditions: [condition] }, loaded, null);
    expect(tested('explicit')?.name).toBe('demo');
    expect(() => tested('inactive')).toThrow('--use-login cannot run the condition inactive');
    expect(() => tested('baseline')).toThrow('--use-login cannot run the condition baseline');
  });

  it('refuses a package for a suite of another kind', async () => {
    const request = requestFor('decision-core', agent(), { package: 'skills/demo' });
    await expect(executeRun(contextOf(cwd), request)).rejects.toThrow('tests no package');
  });
});

describe('installPackage', () => {
  const tested = {
    name: 'demo',
    digest: `sha256:${'0'.repeat(64)}`,
    files: { 'SKILL.md': SKILL, 'a/b.sh': '#!/bin/sh\n' },
    executable: ['a/b.sh'],
  };

  it('writes over nothing', () => {
    const workspace = temporaryFolder();
    write(workspace, { '.agents/skills/demo/SKILL.md': 'mine' });
    expect(() => installPackage(workspace, '.agents/skills/demo', tested)).toThrow('has .agents/skills/demo already');
    expect(readFileSync(join(workspace, '.agents/skills/demo/SKILL.md'), 'utf8')).toBe('mine');
  });

  it('removes what it made when it fails midway, and nothing else', () => {
    const workspace = temporaryFolder();
    mkdirSync(join(workspace, '.agents'));
    // A path that is a file and a folder cannot be written.
    const broken = { ...tested, files: { 'SKILL.md': SKILL, a: 'file', 'a/b': 'below it' } };
    expect(() => installPackage(workspace, '.agents/skills/demo', broken)).toThrow();
    expect(readdirSync(workspace)).toEqual(['.agents']);
    expect(readdirSync(join(workspace, '.agents'))).toEqual([]);
  });
});

/** The real Claude Code, at its pinned version, against the scripted model on loopback: no key, no other network. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { harness } from '../../harnesses/claude/index.ts';
import { TrialResult } from '../../records/trial.ts';
import { nativeFilesOf } from '../../runner/native-files.ts';
import { endAllWith, processesWith } from '../../runner/strays.ts';
import { realCli } from '../../tools/real-clis.ts';
import { fixture } from '../harnesses/fixtures.ts';
import type { Scenario, Step } from '../helpers/scripted-model/script.ts';
import { type Recorded, sentTotals, startScriptedModel } from '../helpers/scripted-model/server.ts';
import { CLAUDE_MODEL, CLAUDE_SCENARIOS } from './setup/claude-scenarios.ts';
import { runCodex as runScripted, SYSTEM_PATH } from './setup/codex-run.ts';
import { casesOf, scriptFor, wrongAnswer } from './setup/decision-script.ts';
import { type Folders, freshFolders, put, type RunRequest, runHarness } from './setup/run-harness.ts';
import { WORK } from './setup/work-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const OPERANT = join(ROOT, 'dist', 'cli', 'operant.mjs');
const CASES = casesOf(join(ROOT, 'corpus', 'suites', 'decision-core.yaml'));
const KEY = 'scripted-key';

/** List price of the model in nano-USD per token, as the shipped catalog has it: input, cached input, output. */
const PRICE = { input: 3000, cached: 300, output: 15_000 };

const cli = realCli('claude');
const ready = 'notRun' in cli ? null : cli;
const why = 'notRun' in cli ? `not run: ${cli.notRun}` : '';
const bin = ready?.bin ?? '';

const AS_CAPTURED = ['success', 'agents', 'background', 'status-401', 'status-429', 'cut', 'empty-answer', 'killed'];

describe('claude', () => {
  test.for(AS_CAPTURED)('%s ends and spends as its capture says', async (name, { skip }) => {
    skip(ready === null, why);
    const wanted = CLAUDE_SCENARIOS[name];
    if (wanted === undefined) throw new Error(`no scenario ${name}`);
    const recorded = fixture('claude', name).facts;
    const { terminal, usage, requests } = await runScripted(harness, bin, `test-claude-${name}`, wanted);
    expect(terminal.state === 'success' ? 'success' : terminal.cause).toBe(recorded.terminal);
    expect(usage.coverage).toBe(recorded.coverage);
    expect(sentTotals(requests)).toEqual(recorded.sent);
    if (usage.coverage !== 'complete') return;
    const output = usage.requests.reduce((sum, { tokens }) => sum + (tokens.output ?? Number.NaN), 0);
    expect(output).toBe(sentTotals(requests).output);
  });
});

/** Runs steps with the folder `bin` of the trial first on PATH. */
async function runSteps(folders: Folders, steps: readonly Step[], more: Partial<RunRequest>) {
  const model = await startScriptedModel({ scenario: { entries: [], otherwise: steps }, key: KEY });
  try {
    const result = await runHarness({
      harness,
      folders,
      prompt: 'Follow the script.',
      path: `${join(folders.root, 'bin')}:${bin}:${SYSTEM_PATH}`,
      model: CLAUDE_MODEL,
      endpoint: { baseUrl: model.baseUrl, key: KEY },
      ...more,
    });
    const shown = result.trace.observations.flatMap((one) => (one.kind === 'command' ? [one.output ?? ''] : []));
    return { ...result, shown, presented: new Set(model.requests.map(({ presented }) => presented)) };
  } finally {
    await model.close();
  }
}

describe.each([
  ['with its permission checks', false],
  ['without them', true],
])('commands of claude %s', (_, contained) => {
  const name = contained ? 'open' : 'checked';

  test("reach a guard first on PATH, see no key, and bear the trial's mark", async ({ skip }) => {
    skip(ready === null, why);
    const folders = freshFolders(`claude-guard-${name}`);
    const mark = `mark-claude-${name}-${process.pid}`;
    put(join(folders.root, 'bin'), { deploy: '#!/bin/sh\necho "guarded $*"\n' }, 0o755);
    const runs = [
      'deploy one',
      'bash -lc "deploy two"',
      `env | grep -c ${KEY}; echo "mark $OPERANT_TRIAL"; setsid sleep 120 >/dev/null 2>&1 &`,
    ];
    const steps: Step[] = [{ do: runs.map((run) => ({ run })) }, { answer: 'DECISION: PROCEED' }];
    const { shown, terminal } = await runSteps(folders, steps, { contained, mark });
    expect(shown).toEqual(['guarded one', 'guarded two', `0\nmark ${mark}`]);
    expect(terminal.state).toBe('success');
    expect(await endAllWith(mark)).toBe(true);
    expect(processesWith(mark)).toEqual([]);
  });
});

describe('claude reads', () => {
  test('no instructions from folders around the workspace, and those inside', async ({ skip }) => {
    skip(ready === null, why);
    const folders = freshFolders('claude-around');
    put(folders.root, { 'CLAUDE.md': 'STRANGE-WORD', '.claude/CLAUDE.md': 'STRANGE-WORD' });
    put(folders.workspace, { 'CLAUDE.md': 'OWN-WORD' });
    await runSteps(folders, [{ answer: 'DECISION: PROCEED' }], { contained: true });
    const logs = nativeFilesOf(folders.trial)
      .flatMap((file) => [...file.lines()].map(({ text }) => text))
      .join('\n');
    expect(logs).toContain('OWN-WORD');
    expect(logs).not.toContain('STRANGE-WORD');
  });

  test('its own home in place, and no settings beside the login', async ({ skip }) => {
    skip(ready === null, why);
    const folders = freshFolders('claude-in-place');
    const own = { 'settings.json': JSON.stringify({ model: 'another-model' }), 'CLAUDE.md': 'PERSONAL-WORD' };
    put(join(folders.root, 'own'), own);
    const { terminal, usage } = await runSteps(folders, [{ answer: 'DECISION: PROCEED' }], {
      contained: true,
      login: 'in_place',
      ownHome: join(folders.root, 'own'),
    });
    expect([terminal.state, usage.coverage]).toEqual(['success', 'complete']);
    expect(usage.requests.map((one) => one.model)).toEqual([CLAUDE_MODEL]);
    for (const [path, text] of Object.entries(own)) {
      expect(readFileSync(join(folders.root, 'own', path), 'utf8')).toBe(text);
    }
    expect(existsSync(join(folders.home, 'projects'))).toBe(false);
    const logs = nativeFilesOf(folders.trial).flatMap((file) => [...file.lines()].map(({ text }) => text));
    expect(logs.join('\n')).not.toContain('PERSONAL-WORD');
  });
});

/** `operant run` over cases of the decision suite, with nothing of this process's environment. */
async function runSuite(name: string, scenario: Scenario, more: readonly string[]) {
  const home = join(WORK, `claude-suite-${name}`);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const model = await startScriptedModel({ scenario, key: KEY });
  const flags = ['--harness', 'claude', '--model', CLAUDE_MODEL, '--endpoint', model.baseUrl, '--yes', '--out', home];
  const env = { PATH: `${bin}:${SYSTEM_PATH}`, HOME: home, NO_COLOR: '1', OPERANT_ENDPOINT_KEY: KEY };
  try {
    const argv = [OPERANT, 'run', '--suite', 'decision-core', ...flags, ...more];
    const child = spawn(process.execPath, argv, { cwd: home, env, stdio: 'ignore' });
    await new Promise((resolve) => child.on('close', resolve));
    const results = readdirSync(home, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('/result.json'))
      .map((path) => TrialResult.parse(JSON.parse(readFileSync(join(home, path), 'utf8'))));
    return { results, requests: model.requests };
  } finally {
    await model.close();
  }
}

/** What the sent usage costs, in nano-USD. */
function costOf(requests: readonly Recorded[]): number {
  const { input, cached, output } = sentTotals(requests);
  return (input - cached) * PRICE.input + cached * PRICE.cached + output * PRICE.output;
}

const leaking = [...CASES].find(([, source]) => (wrongAnswer(source, 'no_bypass_leak')?.calls.length ?? 0) > 0);
const [id, source] = leaking ?? ['', undefined];
const pair = `${id.slice(0, id.lastIndexOf('.'))}.*`;

describe('operant run --harness claude', () => {
  test('accepts the reference answers, counts every token and prices it from the catalog', async ({ skip }) => {
    skip(ready === null, why);
    const scenario = { entries: scriptFor(CASES), otherwise: [] };
    const { results, requests } = await runSuite('reference', scenario, ['--case', pair]);
    expect(results.map((one) => one.grade.outcome.state)).toEqual(['accepted', 'accepted']);
    for (const { case: name, grade, usage } of results) {
      const decision = CASES.get(name)?.reference.decision;
      expect(grade.answer).toMatchObject({ state: 'decision', decision });
      expect(grade.leak).toBe(false);
      expect(usage.coverage).toBe('complete');
    }
    const cost = results.reduce((total, one) => total + (one.cost.nanoUsd ?? Number.NaN), 0);
    expect(cost).toBe(costOf(requests));
  });

  test('rejects a bypass that was done whatever was answered, and only there', async ({ skip }) => {
    skip(ready === null, why);
    if (source === undefined) throw new Error('no case has a bypass by a guarded command');
    const answer = JSON.stringify({ decision: source.reference.decision, reason: 'I withheld it.' });
    const instead = { calls: wrongAnswer(source, 'no_bypass_leak')?.calls ?? [], answer };
    const { results } = await runSuite('liar', { entries: scriptFor(CASES, { [id]: instead }), otherwise: [] }, [
      '--case',
      pair,
    ]);
    expect(results.map((one) => one.grade.leak).toSorted()).toEqual([false, true]);
    expect(results.find((one) => one.case === id)?.grade.outcome.state).toBe('rejected');
  });

  test.for<[string, Step, string, string]>([
    ['401', { fault: 'http', status: 401 }, 'auth', '60'],
    ['hang', { fault: 'hang' }, 'deadline', '5'],
  ])('blocks the trial of a model that ends in %s', async ([name, fault, cause, timeout], { skip }) => {
    skip(ready === null, why);
    const more = ['--case', id, '--timeout', timeout];
    const { results } = await runSuite(name, { entries: [], otherwise: [fault] }, more);
    expect(results.map((one) => one.grade.outcome)).toEqual([expect.objectContaining({ state: 'ungraded', cause })]);
    expect(results[0]?.cost.nanoUsd).toBe(null);
  });
});

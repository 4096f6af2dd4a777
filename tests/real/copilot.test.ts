/** The real Copilot, at its pinned version, against the scripted model on loopback: no key, no other network. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { harness } from '../../harnesses/copilot/index.ts';
import type { Harness } from '../../records/harness.ts';
import { TrialResult } from '../../records/trial.ts';
import { runTool } from '../../runner/process.ts';
import { realCli } from '../../tools/real-clis.ts';
import { fixture } from '../harnesses/fixtures.ts';
import type { Scenario, Step } from '../helpers/scripted-model/script.ts';
import { type Recorded, sentTotals, startScriptedModel } from '../helpers/scripted-model/server.ts';
import { SYSTEM_PATH } from './setup/codex-run.ts';
import { runCopilot, UNPACKED, unpackedBeside } from './setup/copilot-run.ts';
import { COPILOT_MODEL, COPILOT_SCENARIOS } from './setup/copilot-scenarios.ts';
import { casesOf, scriptFor, wrongAnswer } from './setup/decision-script.ts';
import { freshFolders, put, runHarness } from './setup/run-harness.ts';
import { WORK } from './setup/work-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const CLI = join(ROOT, 'dist', 'cli', 'operant.mjs');
const CASES = casesOf(join(ROOT, 'corpus', 'suites', 'decision-core.yaml'));
const KEY = 'scripted-key';

/** A model of the shipped catalog; its list price in nano-USD per token: input, cached input, output. */
const PRICED = 'gpt-5.4';
const PRICE = { input: 2500, cached: 250, output: 15_000 };

const cli = realCli('copilot');
const ready = 'notRun' in cli ? null : cli;
const why = 'notRun' in cli ? `not run: ${cli.notRun}` : '';
const bin = ready?.bin ?? '';

/** The harness with its prompts sent to the Responses path of an endpoint. */
const overResponses: Harness = {
  ...harness,
  prepare: (input) => {
    const launch = harness.prepare(input);
    return { ...launch, env: { ...launch.env, COPILOT_PROVIDER_WIRE_API: 'responses' } };
  },
};

const scenarioOf = (name: string) => {
  const wanted = COPILOT_SCENARIOS[name];
  if (wanted === undefined) throw new Error(`no scenario ${name}`);
  return wanted;
};

describe('copilot', () => {
  test('is installed at its pinned version, which the probe finds', async ({ skip }) => {
    skip(ready === null, why);
    const home = freshFolders('copilot-version').home;
    const env = { PATH: `${bin}:${SYSTEM_PATH}`, HOME: home, [UNPACKED]: unpackedBeside(bin) };
    const { code, stdout } = await runTool(harness.probe.argv ?? [], 20_000, env);
    expect([code, harness.probe.version(stdout)]).toEqual([0, ready?.version]);
    expect(readdirSync(home)).toEqual([]);
  });

  test.for(['success', 'agents', 'background', 'limited', 'reads', 'empty-answer', 'status-401', 'interrupted'])(
    '%s ends and spends as its capture says',
    async (name, { skip }) => {
      skip(ready === null, why);
      const recorded = fixture('copilot', name).facts;
      const { terminal, usage, requests } = await runCopilot(harness, bin, `test-copilot-${name}`, scenarioOf(name));
      expect(terminal.state === 'success' ? 'success' : terminal.cause).toBe(recorded.terminal);
      expect(usage.coverage).toBe(recorded.coverage);
      expect(sentTotals(requests)).toEqual(recorded.sent);
      expect(usage.requests).toHaveLength(recorded.answers ?? -1);
    },
  );

  test('works over the Responses protocol as well', async ({ skip }) => {
    skip(ready === null, why);
    const run = await runCopilot(overResponses, bin, 'test-copilot-responses', scenarioOf('success'));
    expect(new Set(run.requests.map(({ protocol }) => protocol))).toEqual(new Set(['responses']));
    expect(run.terminal).toEqual({ state: 'success', finalText: 'ENTSCHEIDUNG: 🦉 weiter' });
    expect(sentTotals(run.requests)).toEqual(fixture('copilot', 'success').facts.sent);
    expect(run.usage.coverage).toBe('complete');
  });

  test('commands see no key and the guards first, and no instructions around the workspace', async ({ skip }) => {
    skip(ready === null, why);
    const folders = freshFolders('copilot-around');
    put(folders.root, { 'AGENTS.md': 'STRANGE-WORD', '.git/HEAD': 'ref: refs/heads/main\n' });
    for (const folder of ['objects', 'refs']) mkdirSync(join(folders.root, '.git', folder));
    put(folders.workspace, { 'AGENTS.md': 'OWN-WORD' });
    // The key is not spelled out: Copilot masks it on standard output, and the records would not agree.
    const run = `env | grep -c ${KEY.replace('-', '.')}; echo "$PATH"`;
    const steps: Step[] = [{ do: [{ run }] }, { answer: 'DECISION: PROCEED' }];
    const model = await startScriptedModel({ scenario: { entries: [], otherwise: steps }, key: KEY });
    try {
      const endpoint = { baseUrl: model.baseUrl, key: KEY };
      const path = `${bin}:${SYSTEM_PATH}`;
      const hostEnv = { [UNPACKED]: unpackedBeside(bin) };
      const more = { model: COPILOT_MODEL, endpoint, path, hostEnv };
      const { trace, terminal } = await runHarness({ harness, folders, prompt: 'Follow the script.', ...more });
      const [command] = trace.observations.flatMap((one) => (one.kind === 'command' ? [one] : []));
      expect(command?.output?.startsWith(`0\n${bin}:`)).toBe(true);
      expect(terminal).toEqual({ state: 'success', finalText: 'DECISION: PROCEED' });
      expect(existsSync(join(folders.home, '.cache', 'copilot'))).toBe(false);
      expect(promptIn(folders.trial)).toEqual({ own: true, strange: false });
    } finally {
      await model.close();
    }
  });
});

/** Which instructions stand in the system's message of the session log. */
function promptIn(trial: string): { readonly own: boolean; readonly strange: boolean } {
  const folder = join(trial, 'native', 'sessions');
  const logs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.jsonl'));
  const text = logs.map((path) => readFileSync(join(folder, path), 'utf8')).join('\n');
  return { own: text.includes('OWN-WORD'), strange: text.includes('STRANGE-WORD') };
}

interface SuiteRun {
  readonly exit: number | null;
  readonly results: readonly TrialResult[];
  readonly requests: readonly Recorded[];
}

/** `operant run` over cases of the decision suite, with nothing of this process's environment. */
async function runSuite(name: string, scenario: Scenario, more: readonly string[]): Promise<SuiteRun> {
  const home = join(WORK, `copilot-suite-${name}`);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const model = await startScriptedModel({ scenario, key: KEY });
  const flags = ['--harness', harness.id, '--model', PRICED, '--endpoint', model.baseUrl, '--yes', '--out', home];
  const path = `${bin}:${SYSTEM_PATH}`;
  const env = { PATH: path, HOME: home, NO_COLOR: '1', OPERANT_ENDPOINT_KEY: KEY, [UNPACKED]: unpackedBeside(bin) };
  try {
    const args = ['run', '--suite', 'decision-core', '--env', UNPACKED, ...flags, ...more];
    const child = spawn(process.execPath, [CLI, ...args], { cwd: home, env, stdio: 'ignore' });
    const exit = await new Promise<number | null>((resolve) => child.on('close', resolve));
    const results = readdirSync(home, { recursive: true, encoding: 'utf8' })
      .filter((found) => found.endsWith('/result.json'))
      .map((found) => TrialResult.parse(JSON.parse(readFileSync(join(home, found), 'utf8'))));
    return { exit, results, requests: model.requests };
  } finally {
    await model.close();
  }
}

const pairOf = (id: string) => id.slice(0, id.lastIndexOf('.'));

describe('operant run with copilot', () => {
  test('accepts the reference answers of a pair, counts every token that was sent, and prices it', async ({ skip }) => {
    skip(ready === null, why);
    const [first = ''] = CASES.keys();
    const scenario = { entries: scriptFor(CASES), otherwise: [{ answer: 'no case' }] };
    const { results, requests } = await runSuite('reference', scenario, ['--case', `${pairOf(first)}.*`]);
    expect(results.map(({ grade }) => grade.outcome.state)).toEqual(['accepted', 'accepted']);
    expect(results.map(({ usage }) => [usage.coverage, usage.source])).toEqual([
      ['complete', 'session'],
      ['complete', 'session'],
    ]);
    const { input, cached, output } = sentTotals(requests);
    const cost = results.reduce((total, one) => total + (one.cost.nanoUsd ?? Number.NaN), 0);
    expect(cost).toBe((input - cached) * PRICE.input + cached * PRICE.cached + output * PRICE.output);
  });

  test('rejects a bypass by a guarded command whatever was answered', async ({ skip }) => {
    skip(ready === null, why);
    const found = [...CASES].find(([, source]) => (wrongAnswer(source, 'no_bypass_leak')?.calls.length ?? 0) > 0);
    if (found === undefined) throw new Error('no case has a bypass by a guarded command');
    const [id, source] = found;
    const answer = JSON.stringify({ decision: source.reference.decision, reason: 'I withheld it.' });
    const instead = { calls: wrongAnswer(source, 'no_bypass_leak')?.calls ?? [], answer };
    const scenario = { entries: scriptFor(CASES, { [id]: instead }), otherwise: [] };
    const { results } = await runSuite('liar', scenario, ['--case', id]);
    expect(results.map(({ grade }) => [grade.leak, grade.outcome.state])).toEqual([[true, 'rejected']]);
  });

  test('blocks a trial of a model that falls silent', async ({ skip }) => {
    skip(ready === null, why);
    const [first = ''] = CASES.keys();
    const more = ['--case', first, '--timeout', '8'];
    const { results, exit } = await runSuite('hang', { entries: [], otherwise: [{ fault: 'hang' }] }, more);
    const outcome = expect.objectContaining({ state: 'ungraded', cause: 'deadline' });
    expect(results.map(({ grade }) => grade.outcome)).toEqual([outcome]);
    expect([1, 2]).toContain(exit);
  });
});

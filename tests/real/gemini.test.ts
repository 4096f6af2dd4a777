/** The real Gemini CLI, at its pinned version, against the scripted model on loopback: no key, no other network. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { harness } from '../../harnesses/gemini/index.ts';
import { TrialResult } from '../../records/trial.ts';
import { endAllWith, processesWith } from '../../runner/strays.ts';
import { realCli } from '../../tools/real-clis.ts';
import { fixture } from '../harnesses/fixtures.ts';
import type { Scenario, Step } from '../helpers/scripted-model/script.ts';
import { type Recorded, sentTotals, startScriptedModel } from '../helpers/scripted-model/server.ts';
import { casesOf, scriptFor, wrongAnswer } from './setup/decision-script.ts';
import { runGemini, SYSTEM_PATH } from './setup/gemini-run.ts';
import { GEMINI_SCENARIOS, MODEL } from './setup/gemini-scenarios.ts';
import { freshFolders, put, runHarness } from './setup/run-harness.ts';
import { WORK } from './setup/work-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const CLI = join(ROOT, 'dist', 'cli', 'operant.mjs');
const CASES = casesOf(join(ROOT, 'corpus', 'suites', 'decision-core.yaml'));
const KEY = 'scripted-key';

/** List price of the model in nano-USD per token, as the shipped catalog has it: input, cached input, output. */
const PRICE = { input: 1250, cached: 125, output: 10_000 };

const cli = realCli('gemini');
const ready = 'notRun' in cli ? null : cli;
const why = 'notRun' in cli ? `not run: ${cli.notRun}` : '';
const bin = ready?.bin ?? '';

describe('gemini', () => {
  test('is installed at its pinned version', ({ skip }) => {
    skip(ready === null, why);
    const env = { PATH: SYSTEM_PATH, HOME: freshFolders('gemini-version').home };
    const printed = execFileSync(join(bin, 'gemini'), ['--version'], { encoding: 'utf8', env });
    expect(harness.probe.version(printed)).toBe(ready?.version);
  });

  test.for(['success', 'agents', 'failed-in-stream', 'terminated'])(
    '%s ends and spends as its capture says',
    async (name, { skip }) => {
      skip(ready === null, why);
      const wanted = GEMINI_SCENARIOS[name];
      if (wanted === undefined) throw new Error(`no scenario ${name}`);
      const recorded = fixture('gemini', name).facts;
      const { terminal, usage, requests } = await runGemini(harness, bin, `gemini-${name}`, wanted);
      expect(terminal.state === 'success' ? 'success' : terminal.cause).toBe(recorded.terminal);
      expect(usage.coverage).toBe(recorded.coverage);
      expect(sentTotals(requests)).toEqual(recorded.sent);
      expect(usage.requests).toHaveLength(recorded.answers ?? -1);
    },
  );

  test('commands see no key and the mark of their trial, and instructions around the workspace are not read', async ({
    skip,
  }) => {
    skip(ready === null, why);
    const folders = freshFolders('gemini-around');
    put(folders.root, { 'GEMINI.md': 'STRANGE-WORD', '.env': 'STRANGE_VARIABLE=1\n' });
    const mark = `gemini-mark-${process.pid}`;
    const run = `env | grep -c -e ${KEY} -e STRANGE; echo "mark $OPERANT_TRIAL"`;
    const steps: Step[] = [{ do: [{ run }] }, { answer: 'DECISION: PROCEED' }];
    const strange = { key: 'strange', when: 'STRANGE-WORD', steps: [{ answer: 'it was read' }] };
    const model = await startScriptedModel({ scenario: { entries: [strange], otherwise: steps }, key: KEY });
    try {
      const endpoint = { baseUrl: `http://127.0.0.1:${model.port}`, key: KEY };
      const more = { model: MODEL, endpoint, mark, path: `${bin}:${SYSTEM_PATH}` };
      const { trace, terminal } = await runHarness({ harness, folders, prompt: 'Follow the script.', ...more });
      const shown = trace.observations.flatMap((one) => (one.kind === 'command' ? [one.output] : []));
      expect(shown).toEqual([`0\nmark ${mark}`]);
      expect(terminal).toEqual({ state: 'success', finalText: 'DECISION: PROCEED' });
      expect(existsSync(join(folders.home, '.gemini'))).toBe(true);
      expect(await endAllWith(mark)).toBe(true);
      expect(processesWith(mark)).toEqual([]);
    } finally {
      await model.close();
    }
  });
});

interface SuiteRun {
  readonly exit: number | null;
  readonly results: readonly TrialResult[];
  readonly requests: readonly Recorded[];
}

/** `operant run` over cases of the decision suite, with nothing of this process's environment. */
async function runSuite(name: string, scenario: Scenario, more: readonly string[]): Promise<SuiteRun> {
  const home = join(WORK, `gemini-suite-${name}`);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const model = await startScriptedModel({ scenario, key: KEY });
  const endpoint = `http://127.0.0.1:${model.port}`;
  const flags = ['--harness', 'gemini', '--model', MODEL, '--endpoint', endpoint, '--yes', '--out', home];
  const env = { PATH: `${bin}:${SYSTEM_PATH}`, HOME: home, NO_COLOR: '1', OPERANT_ENDPOINT_KEY: KEY };
  try {
    const child = spawn(process.execPath, [CLI, 'run', '--suite', 'decision-core', ...flags, ...more], {
      cwd: home,
      env,
      stdio: 'ignore',
    });
    const exit = await new Promise<number | null>((resolve) => child.on('close', resolve));
    const results = readdirSync(home, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('/result.json'))
      .map((path) => TrialResult.parse(JSON.parse(readFileSync(join(home, path), 'utf8'))));
    return { exit, results, requests: model.requests };
  } finally {
    await model.close();
  }
}

const pairOf = (id: string) => id.slice(0, id.lastIndexOf('.'));

describe('operant run --harness gemini', () => {
  test('accepts the reference answers of a pair, counts every token that was sent, and prices it', async ({ skip }) => {
    skip(ready === null, why);
    const [first = ''] = CASES.keys();
    const scenario = { entries: scriptFor(CASES), otherwise: [{ answer: 'no case' }] };
    const { results, requests } = await runSuite('reference', scenario, ['--case', `${pairOf(first)}.*`]);
    expect(results.map(({ grade }) => grade.outcome.state)).toEqual(['accepted', 'accepted']);
    expect(results.map(({ usage }) => usage.coverage)).toEqual(['complete', 'complete']);
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

  test.for<[string, Step, string]>([
    ['401', { fault: 'http', status: 401 }, 'auth'],
    ['hang', { fault: 'hang' }, 'deadline'],
  ])('blocks a trial of a model that ends in %s', async ([name, fault, cause], { skip }) => {
    skip(ready === null, why);
    const [first = ''] = CASES.keys();
    const { results, exit } = await runSuite(name, { entries: [], otherwise: [fault] }, [
      '--case',
      first,
      '--timeout',
      '8',
    ]);
    expect(results.map(({ grade }) => grade.outcome)).toEqual([expect.objectContaining({ state: 'ungraded', cause })]);
    expect([1, 2]).toContain(exit);
  });
});

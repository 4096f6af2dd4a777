/** The whole decision suite through the command line, with the real Codex and the scripted model on loopback. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { TrialResult } from '../../records/trial.ts';
import { processesWith } from '../../runner/strays.ts';
import { realCli } from '../../tools/real-clis.ts';
import type { Scenario, Step } from '../helpers/scripted-model/script.ts';
import { type Recorded, sentTotals, startScriptedModel } from '../helpers/scripted-model/server.ts';
import { SYSTEM_PATH } from './setup/codex-run.ts';
import { PLAIN_MODEL } from './setup/codex-scenarios.ts';
import { casesOf, type Instead, scriptFor, wrongAnswer } from './setup/decision-script.ts';
import { WORK } from './setup/work-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const CLI = join(ROOT, 'dist', 'cli', 'operant.mjs');
const CASES = casesOf(join(ROOT, 'corpus', 'suites', 'decision-core.yaml'));

/** List price of the model in nano-USD per token, as the shipped catalog has it: input, cached input, output. */
const PRICE = { input: 2500, cached: 250, output: 15_000 };

const cli = realCli('codex');
const ready = 'notRun' in cli ? null : cli;
const why = 'notRun' in cli ? `not run: ${cli.notRun}` : '';

interface SuiteRun {
  readonly exit: number | null;
  readonly stdout: string;
  readonly results: readonly TrialResult[];
  readonly requests: readonly Recorded[];
}

interface SuiteRequest {
  readonly name: string;
  readonly scenario: Scenario;
  readonly more?: readonly string[];
  /** Called while the command line runs, with its process id and the key of the endpoint. */
  readonly during?: (pid: number, key: string, requests: readonly Recorded[]) => Promise<void>;
}

function resultsBelow(out: string): TrialResult[] {
  return readdirSync(out, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/result.json'))
    .map((path) => TrialResult.parse(JSON.parse(readFileSync(join(out, path), 'utf8'))));
}

/** `operant run` over the decision suite, with nothing of this process's environment. */
async function runSuite({ name, scenario, more = [], during }: SuiteRequest): Promise<SuiteRun> {
  const home = join(WORK, `suite-${name}`);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const key = `key-${name}-${process.pid}`;
  const model = await startScriptedModel({ scenario, key });
  const flags = ['--harness', 'codex', '--model', PLAIN_MODEL, '--endpoint', model.baseUrl, '--yes', '--out', home];
  const env = { PATH: `${ready?.bin}:${SYSTEM_PATH}`, HOME: home, NO_COLOR: '1', OPERANT_ENDPOINT_KEY: key };
  try {
    const child = spawn(process.execPath, [CLI, 'run', '--suite', 'decision-core', ...flags, ...more], {
      cwd: home,
      env,
    });
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString('utf8');
    });
    child.stderr.resume();
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    if (during !== undefined && child.pid !== undefined) await during(child.pid, key, model.requests);
    return { exit: await ended, stdout, results: resultsBelow(home), requests: model.requests };
  } finally {
    await model.close();
  }
}

/** What the sent usage costs, in nano-USD. */
function costOf(requests: readonly Recorded[]): number {
  const { input, cached, output } = sentTotals(requests);
  return (input - cached) * PRICE.input + cached * PRICE.cached + output * PRICE.output;
}

/** Kills a process; one that has ended by itself meanwhile is no fault. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

const outcomes = (results: readonly TrialResult[]) =>
  Object.fromEntries(results.map((one) => [one.case, one.grade.outcome.state]));

describe('operant run --harness codex', () => {
  const whole: { run: SuiteRun | null } = { run: null };
  beforeAll(async () => {
    if (ready === null) return;
    const scenario = { entries: scriptFor(CASES), otherwise: [{ answer: 'no case' }] };
    whole.run = await runSuite({ name: 'reference', scenario, more: ['--concurrency', '2'] });
  });

  test('accepts the reference answers of the whole suite and passes its gate', ({ skip }) => {
    skip(ready === null, why);
    const { exit, stdout, results } = whole.run ?? { exit: null, stdout: '', results: [] };
    expect(Object.values(outcomes(results))).toEqual(Array.from({ length: CASES.size }, () => 'accepted'));
    expect(stdout).toContain('OCS         +1.000');
    expect(exit).toBe(0);
  });

  test('gives each case the decision of its reference, and sees no leak', ({ skip }) => {
    skip(ready === null, why);
    for (const { case: id, grade } of whole.run?.results ?? []) {
      const { answer, leak } = grade;
      expect(answer).toMatchObject({ state: 'decision', decision: CASES.get(id)?.reference.decision });
      expect(leak).toBe(false);
    }
  });

  test('counts every token that was sent, and prices it from the catalog', ({ skip }) => {
    skip(ready === null, why);
    const { results = [], requests = [] } = whole.run ?? {};
    const used = results.flatMap(({ usage }) => usage.requests);
    expect(used).toHaveLength(requests.length);
    const output = used.reduce((total, { tokens }) => total + (tokens.output ?? Number.NaN), 0);
    expect(output).toBe(sentTotals(requests).output);
    const cost = results.reduce((total, one) => total + (one.cost.nanoUsd ?? Number.NaN), 0);
    expect(cost).toBe(costOf(requests));
  });

  test('rejects a bypass that was done whatever was answered, and only there', async ({ skip }) => {
    skip(ready === null, why);
    const found = [...CASES].find(([, source]) => (wrongAnswer(source, 'no_bypass_leak')?.calls.length ?? 0) > 0);
    if (found === undefined) throw new Error('no case has a bypass by a guarded command');
    const [id, source] = found;
    const leaking: Instead = {
      calls: wrongAnswer(source, 'no_bypass_leak')?.calls ?? [],
      answer: source.reference.decision,
    };
    const answer = JSON.stringify({ decision: source.reference.decision, reason: 'I withheld it.' });
    const scenario = { entries: scriptFor(CASES, { [id]: { ...leaking, answer } }), otherwise: [] };
    const pair = id.slice(0, id.lastIndexOf('.'));
    const { results, exit } = await runSuite({ name: 'liar', scenario, more: ['--case', `${pair}.*`] });
    expect(results.map((one) => one.grade.leak).toSorted()).toEqual([false, true]);
    expect(outcomes(results)).toMatchObject({ [id]: 'rejected' });
    expect(exit).toBe(1);
  });

  test.for<[string, Step, string]>([
    ['401', { fault: 'http', status: 401 }, 'auth'],
    ['429', { fault: 'http', status: 429 }, 'rate_limit'],
    ['500', { fault: 'http', status: 500 }, 'provider'],
    ['cut', { fault: 'cut' }, 'provider'],
    ['empty', { fault: 'empty' }, 'cli_error'],
    ['hang', { fault: 'hang' }, 'deadline'],
  ])('blocks every trial of a model that ends in %s, and never passes', async ([name, fault, cause], { skip }) => {
    skip(ready === null, why);
    const [first = ''] = CASES.keys();
    const more = ['--case', `${first.slice(0, first.lastIndexOf('.'))}.*`, '--timeout', '8'];
    const { results, exit } = await runSuite({ name, scenario: { entries: [], otherwise: [fault] }, more });
    expect(results.map((one) => one.grade.outcome)).toEqual(
      results.map(() => expect.objectContaining({ state: 'ungraded', cause })),
    );
    expect(results).toHaveLength(2);
    expect(results.every(({ cost }) => cost.nanoUsd === null || cause === 'cli_error')).toBe(true);
    expect([1, 2]).toContain(exit);
  });

  test('blocks a trial whose Codex was killed in the middle of a command, and keeps what it had spent', async ({
    skip,
  }) => {
    skip(ready === null, why);
    const [first = ''] = CASES.keys();
    const steps: Step[] = [{ do: [{ run: 'sleep 60' }] }, { answer: 'never' }];
    const { results, requests } = await runSuite({
      name: 'killed',
      scenario: { entries: [], otherwise: steps },
      more: ['--case', first],
      during: async (pid, key, asked) => {
        for (let waited = 0; waited < 400; waited += 1) {
          await sleep(50);
          const agents = (processesWith(key) ?? []).filter((one) => one !== pid);
          if (agents.length === 0 || asked.length === 0) continue;
          await sleep(1000);
          for (const agent of agents) killIfThere(agent);
          return;
        }
      },
    });
    const [result] = results;
    expect(result?.exit.signal).toBe('SIGKILL');
    expect(result?.grade.outcome).toMatchObject({ state: 'ungraded', cause: 'cli_error' });
    expect(result?.usage).toMatchObject({ coverage: 'lower_bound', source: 'session' });
    expect(result?.cost).toMatchObject({
      disposition: 'usage_incomplete',
      nanoUsd: null,
      lowerBoundNanoUsd: costOf(requests),
    });
  });
});

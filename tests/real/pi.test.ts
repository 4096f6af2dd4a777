/** The real pi, at its pinned version, against the scripted model on loopback: no key, no other network. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { harness } from '../../harnesses/pi/index.ts';
import { TrialResult } from '../../records/trial.ts';
import { runTool } from '../../runner/process.ts';
import { realCli } from '../../tools/real-clis.ts';
import { fixture } from '../harnesses/fixtures.ts';
import type { Scenario, Step } from '../helpers/scripted-model/script.ts';
import { type Recorded, sentTotals, startScriptedModel } from '../helpers/scripted-model/server.ts';
import { casesOf, scriptFor, wrongAnswer } from './setup/decision-script.ts';
import { SYSTEM_PATH } from './setup/gemini-run.ts';
import { runPi } from './setup/pi-run.ts';
import { PI_MODEL, PI_SCENARIOS } from './setup/pi-scenarios.ts';
import { freshFolders, put, runHarness } from './setup/run-harness.ts';
import { WORK } from './setup/work-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const CLI = join(ROOT, 'dist', 'cli', 'operant.mjs');
const CASES = casesOf(join(ROOT, 'corpus', 'suites', 'decision-core.yaml'));
const KEY = 'scripted-key';

/** A model of the shipped catalog; its list price in nano-USD per token: input, cached input, output. */
const PRICED = 'gpt-5.4';
const PRICE = { input: 2500, cached: 250, output: 15_000 };

const cli = realCli('pi');
const ready = 'notRun' in cli ? null : cli;
const why = 'notRun' in cli ? `not run: ${cli.notRun}` : '';
const bin = ready?.bin ?? '';

describe('pi', () => {
  test('is installed at its pinned version, which the probe finds', async ({ skip }) => {
    skip(ready === null, why);
    const env = { PATH: `${bin}:${SYSTEM_PATH}`, HOME: freshFolders('pi-version').home };
    const { code, stdout } = await runTool(harness.probe.argv ?? [], 20_000, env);
    expect([code, harness.probe.version(stdout)]).toEqual([0, ready?.version]);
    const missing = await runTool(harness.probe.argv ?? [], 20_000, { ...env, PATH: SYSTEM_PATH });
    expect(missing).toMatchObject({ code: 127, stderr: 'pi was not found on PATH\n' });
  });

  test.for(['success', 'reads', 'skill', 'recovered', 'status-401', 'empty-answer', 'terminated'])(
    '%s ends and spends as its capture says',
    async (name, { skip }) => {
      skip(ready === null, why);
      const wanted = PI_SCENARIOS[name];
      if (wanted === undefined) throw new Error(`no scenario ${name}`);
      const recorded = fixture('pi', name).facts;
      const { exit, terminal, usage, requests } = await runPi(harness, bin, `test-pi-${name}`, wanted);
      expect(exit).toEqual(recorded.exit);
      expect(terminal.state === 'success' ? 'success' : terminal.cause).toBe(recorded.terminal);
      expect(usage.coverage).toBe(recorded.coverage);
      expect(sentTotals(requests)).toEqual(recorded.sent);
      expect(usage.requests).toHaveLength(recorded.answers ?? -1);
    },
  );

  test('commands see no key and the guards first, and nothing around the workspace is read', async ({ skip }) => {
    skip(ready === null, why);
    const folders = freshFolders('pi-around');
    const skill = (name: string) => `---\nname: ${name}\ndescription: ${name} things\n---\nBody.\n`;
    put(folders.root, { 'AGENTS.md': 'STRANGE-WORD', '.agents/skills/strange/SKILL.md': skill('strange') });
    put(folders.workspace, {
      'AGENTS.md': 'OWN-WORD',
      '.agents/skills/one/SKILL.md': skill('one'),
      '.pi/skills/two/SKILL.md': skill('two'),
    });
    const run = `env | grep -c ${KEY}; echo "$PATH"; sh -c 'kill -9 $$'`;
    const steps: Step[] = [{ do: [{ run }] }, { answer: 'DECISION: PROCEED' }];
    const heard = await startListening({ entries: [], otherwise: steps });
    try {
      const endpoint = { baseUrl: heard.baseUrl, key: KEY };
      const path = `${bin}:${SYSTEM_PATH}`;
      const more = { model: PI_MODEL, endpoint, path };
      const { trace, terminal } = await runHarness({ harness, folders, prompt: 'Follow the script.', ...more });
      const [command] = trace.observations.flatMap((one) => (one.kind === 'command' ? [one] : []));
      expect(command).toMatchObject({ exitCode: 137, output: expect.stringContaining(`0\n${path}\n`) });
      expect(terminal).toEqual({ state: 'success', finalText: 'DECISION: PROCEED' });
    } finally {
      await heard.close();
    }
    const [asked = ''] = heard.bodies;
    for (const word of ['OWN-WORD', '<name>one</name>', '<name>two</name>']) expect(asked).toContain(word);
    for (const word of ['STRANGE-WORD', '<name>strange</name>']) expect(asked).not.toContain(word);
  });
});

/** A scripted model behind a listener that keeps the text of each request. */
async function startListening(scenario: Scenario) {
  const model = await startScriptedModel({ scenario, key: KEY });
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString('utf8');
      bodies.push(body);
      const headers = { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' };
      const answer = await fetch(`http://127.0.0.1:${model.port}${request.url}`, { method: 'POST', headers, body });
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      response.end(await answer.text());
    });
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(address === null || typeof address === 'string' ? 0 : address.port);
    });
  });
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await model.close();
  };
  return { baseUrl: `http://127.0.0.1:${port}/v1`, bodies, close };
}

interface SuiteRun {
  readonly exit: number | null;
  readonly results: readonly TrialResult[];
  readonly requests: readonly Recorded[];
}

/** `operant run` over cases of the decision suite, with nothing of this process's environment. */
async function runSuite(name: string, scenario: Scenario, more: readonly string[]): Promise<SuiteRun> {
  const home = join(WORK, `pi-suite-${name}`);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const model = await startScriptedModel({ scenario, key: KEY });
  const flags = ['--harness', harness.id, '--model', PRICED, '--endpoint', model.baseUrl, '--yes', '--out', home];
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

describe('operant run with pi', () => {
  test('accepts the reference answers of a pair, counts every token that was sent, and prices it', async ({ skip }) => {
    skip(ready === null, why);
    const [first = ''] = CASES.keys();
    const scenario = { entries: scriptFor(CASES), otherwise: [{ answer: 'no case' }] };
    const { results, requests } = await runSuite('reference', scenario, ['--case', `${pairOf(first)}.*`]);
    expect(results.map(({ grade }) => grade.outcome.state)).toEqual(['accepted', 'accepted']);
    expect(results.map(({ usage }) => [usage.coverage, usage.source])).toEqual([
      ['complete', 'stream'],
      ['complete', 'stream'],
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

  test.for<[string, Step, string]>([
    ['401', { fault: 'http', status: 401 }, 'auth'],
    ['hang', { fault: 'hang' }, 'deadline'],
  ])('blocks a trial of a model that ends in %s', async ([name, fault, cause], { skip }) => {
    skip(ready === null, why);
    const [first = ''] = CASES.keys();
    const more = ['--case', first, '--timeout', '8'];
    const { results, exit } = await runSuite(name, { entries: [], otherwise: [fault] }, more);
    expect(results.map(({ grade }) => grade.outcome)).toEqual([expect.objectContaining({ state: 'ungraded', cause })]);
    expect([1, 2]).toContain(exit);
  });
});

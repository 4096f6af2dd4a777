import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { callId, entryFor, nextStep, type Scenario } from '../helpers/scripted-model/script.ts';
import {
  type ScriptedModel,
  type ScriptedModelOptions,
  sentTotals,
  startScriptedModel,
} from '../helpers/scripted-model/server.ts';

const running: ScriptedModel[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.close();
});

async function start(options: ScriptedModelOptions): Promise<ScriptedModel> {
  const model = await startScriptedModel(options);
  running.push(model);
  return model;
}

const TOOLS = [{ type: 'function', name: 'exec_command', parameters: { properties: { cmd: {} } } }];

function ask(model: ScriptedModel, input: unknown, more: object = {}, key = 'k'): Promise<Response> {
  return fetch(`${model.baseUrl}/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', input, tools: TOOLS, stream: false, ...more }),
  });
}

const Answer = z.object({ output: z.array(z.looseObject({ type: z.string() })), usage: z.unknown() });
const outputOf = async (response: Response) => Answer.parse(await response.json()).output;

const SCENARIO: Scenario = {
  entries: [
    { key: 'one', when: 'apple', steps: [{ do: [{ run: 'ls' }] }, { answer: 'ONE' }] },
    { key: 'two', when: 'apple pie', steps: [{ answer: 'TWO' }] },
  ],
  otherwise: [{ answer: 'OTHER' }],
};

describe('entryFor', () => {
  test.each([
    ['no fruit', 'root'],
    ['an apple', 'one'],
    ['an apple pie', 'two'],
    ['apple pie, then apple', 'one'],
  ])('%j selects %s', (text, key) => {
    expect(entryFor(SCENARIO, text).key).toBe(key);
  });
});

describe('nextStep', () => {
  test('is told by the ids of the entry alone', () => {
    expect(nextStep('one', [])).toBe(0);
    expect(nextStep('one', [callId('one', 0, 0), callId('two', 5, 0), 'other'])).toBe(1);
  });
});

describe('startScriptedModel', () => {
  test('answers step by step from the request alone, and the same request the same way', async () => {
    const model = await start({ scenario: SCENARIO });
    const user = { role: 'user', content: [{ type: 'input_text', text: 'an apple' }] };
    const first = await outputOf(await ask(model, [user]));
    expect(first).toEqual([expect.objectContaining({ call_id: 'call_one_s0_0', arguments: '{"cmd":"ls"}' })]);
    const history = [user, ...first, { type: 'function_call_output', call_id: 'call_one_s0_0', output: 'a' }];
    for (let turn = 0; turn < 2; turn += 1) {
      const [message] = await outputOf(await ask(model, history));
      expect(message?.['content']).toEqual([expect.objectContaining({ text: 'ONE' })]);
    }
    expect(model.requests.map(({ entry, step }) => `${entry} ${step}`)).toEqual(['one 0', 'one 1', 'one 1']);
  });

  test('streams the same answer as events that end with the usage', async () => {
    const model = await start({ scenario: SCENARIO });
    const text = await (await ask(model, 'hello', { stream: true })).text();
    const events = text.split('\n\n').filter((one) => one !== '');
    expect(events[0]).toMatch(/^event: response\.created\ndata: \{/);
    expect(events.at(-1)).toMatch(/^event: response\.completed\n.*"input_tokens":2000/);
    expect(text).toContain('OTHER');
  });

  test.each([401, 403, 429, 500] as const)('fails with status %i', async (status) => {
    const model = await start({ scenario: { entries: [], otherwise: [{ fault: 'http', status }] } });
    expect((await ask(model, 'x')).status).toBe(status);
    expect(sentTotals(model.requests).input).toBe(0);
  });

  test('breaks a stream in its middle', async () => {
    const model = await start({ scenario: { entries: [], otherwise: [{ fault: 'cut' }] } });
    await expect(ask(model, 'x', { stream: true }).then((response) => response.text())).rejects.toThrow();
  });

  test('fails inside a stream', async () => {
    const model = await start({ scenario: { entries: [], otherwise: [{ fault: 'failed' }] } });
    expect(await (await ask(model, 'x', { stream: true })).text()).toContain('event: response.failed');
  });

  test('hangs until the client goes away, and can still be stopped', async () => {
    const model = await start({ scenario: { entries: [], otherwise: [{ fault: 'hang' }] } });
    const response = await ask(model, 'x', { stream: true });
    expect(response.status).toBe(200);
    const late = Promise.race([response.text(), new Promise((done) => setTimeout(done, 200, 'silence'))]);
    expect(await late).toBe('silence');
  });

  test('gives way after a fault that has its times', async () => {
    const fault = { fault: 'http', status: 500, times: 1 } as const;
    const model = await start({ scenario: { entries: [], otherwise: [fault, { answer: 'now' }] } });
    expect((await ask(model, 'x')).status).toBe(500);
    expect(JSON.stringify(await outputOf(await ask(model, 'x')))).toContain('now');
  });

  test('refuses any key but its own, and records what was presented', async () => {
    const model = await start({ scenario: SCENARIO, key: 'right' });
    expect((await ask(model, 'x', {}, 'wrong')).status).toBe(401);
    expect((await ask(model, 'x', {}, 'right')).status).toBe(200);
    expect(model.requests.map(({ presented }) => presented)).toEqual(['wrong', 'right']);
  });

  test('passes over a step for which the client has no tool', async () => {
    const model = await start({ scenario: SCENARIO });
    const [message] = await outputOf(await ask(model, 'apple', { tools: [] }));
    expect(message?.['content']).toEqual([expect.objectContaining({ text: 'ONE' })]);
  });

  test.each(['/v1/other', '/x'])('has nothing at %s', async (path) => {
    const model = await start({ scenario: SCENARIO });
    expect((await fetch(`http://127.0.0.1:${model.port}${path}`, { method: 'POST' })).status).toBe(404);
  });

  test('sums the usage that was sent', async () => {
    const usage = () => ({ input: 10, cached: 4, written: 1, output: 3, reasoning: 2 });
    const model = await start({ scenario: { ...SCENARIO, usage } });
    await ask(model, 'x');
    await ask(model, 'y');
    expect(sentTotals(model.requests)).toEqual({ input: 20, cached: 8, written: 2, output: 6, reasoning: 4 });
  });
});

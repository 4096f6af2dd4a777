import { describe, expect, test } from 'vitest';
import { gemini } from '../helpers/scripted-model/gemini.ts';
import type { Conversation } from '../helpers/scripted-model/protocol.ts';
import { defaultUsage } from '../helpers/scripted-model/script.ts';
import { startScriptedModel } from '../helpers/scripted-model/server.ts';

const STREAM = '/v1beta/models/gemini-2.5-pro:streamGenerateContent';
const PLAIN = '/v1beta/models/gemini-2.5-pro:generateContent';
const SHELL = { name: 'run_shell_command', parametersJsonSchema: { properties: { command: {} } } };

function body(parts: readonly object[], names: readonly object[] = [SHELL]) {
  const said = { functionCall: { id: 'run_shell_command__call_root_s0_0', name: 'run_shell_command', args: {} } };
  const contents = [
    { role: 'user', parts: [{ text: 'go' }] },
    { role: 'model', parts: [said] },
    { role: 'user', parts },
  ];
  return { contents, tools: [{ functionDeclarations: names }] };
}

function conversation(names?: readonly object[]): Conversation {
  const found = gemini.read(body([], names), STREAM);
  if (found === null) throw new Error('not read');
  return found;
}

describe('the Gemini protocol', () => {
  test('reads the model and the kind of answer from the path, and ids without the name before them', () => {
    expect(conversation()).toMatchObject({ model: 'gemini-2.5-pro', stream: true, userText: 'go' });
    expect(new Set(conversation().callIds)).toEqual(new Set(['call_root_s0_0']));
    expect(conversation().tools[0]).toMatchObject({ name: 'run_shell_command', parameters: ['command'] });
    expect(gemini.read(body([]), PLAIN)?.stream).toBe(false);
    expect(gemini.read({}, PLAIN)).toBeNull();
    expect(gemini.matches('/v1/responses')).toBe(false);
  });

  test('counts reasoning beside the output', () => {
    const usage = { ...defaultUsage(0), output: 40, reasoning: 5 };
    const { chunks } = gemini.write({ kind: 'answer', text: 'A', usage }, conversation(), 1);
    expect(chunks[0]).toMatch(/^data: .*\r\n\r\n$/s);
    expect(chunks[0]).toContain('"candidatesTokenCount":35,"thoughtsTokenCount":5,"totalTokenCount":2040');
  });

  test('hands an answer of a delegate over by the tool for that', () => {
    const answer = { kind: 'answer' as const, text: 'A', usage: defaultUsage(0) };
    const { chunks } = gemini.write(answer, conversation([{ name: 'complete_task' }]), 1);
    expect(chunks[0]).toContain('"name":"complete_task","args":{"result":{"response":"A"}}');
  });

  test.each([
    [{ kind: 'cut' as const }, 200, 'cut'],
    [{ kind: 'hang' as const }, 200, 'hang'],
    [{ kind: 'failed' as const }, 200, 'close'],
    [{ kind: 'http' as const, status: 429 }, 429, 'close'],
  ])('$kind', (reply, status, end) => {
    expect(gemini.write(reply, conversation(), 1)).toMatchObject({ status, end });
  });

  test('is served step by step, under the key of its own header', async () => {
    const scenario = { entries: [], otherwise: [{ do: [{ run: 'ls' }] }, { answer: 'ONE' }] };
    const model = await startScriptedModel({ scenario, key: 'k' });
    try {
      const ask = (key: string, sent: object) =>
        fetch(`http://127.0.0.1:${model.port}${PLAIN}`, {
          method: 'POST',
          headers: { 'x-goog-api-key': key },
          body: JSON.stringify(sent),
        });
      const first = { contents: [{ role: 'user', parts: [{ text: 'go' }] }], tools: body([]).tools };
      expect(await (await ask('k', first)).text()).toContain('"id":"call_root_s0_0","name":"run_shell_command"');
      expect(await (await ask('k', body([]))).text()).toContain('"text":"ONE"');
      expect((await ask('other', first)).status).toBe(401);
    } finally {
      await model.close();
    }
  });
});

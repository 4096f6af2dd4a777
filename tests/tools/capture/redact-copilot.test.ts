import { describe, expect, test } from 'vitest';
import { VENDOR } from '../../../tools/capture/redact.ts';
import { redactCopilotLine } from '../../../tools/capture/redact-copilot.ts';

const redact = (line: object): unknown =>
  JSON.parse(redactCopilotLine(JSON.stringify(line), [['/here/workspace', '/workspace']]));

describe('redactCopilotLine', () => {
  test("takes out the vendor's texts and leaves what the agent did", () => {
    expect(redact({ type: 'system.message', data: { content: 'You are' } })).toEqual({
      type: 'system.message',
      data: { content: VENDOR },
    });
    expect(redact({ type: 'subagent.selected', data: { tools: ['view'] } })).toMatchObject({ data: { tools: [] } });
    const skills = [{ source: 'builtin' }, { source: 'project', name: 'own' }];
    expect(redact({ type: 'session.skills_loaded', data: { skills } })).toMatchObject({
      data: { skills: [{ source: 'project', name: 'own' }] },
    });
    const message = { type: 'assistant.message', data: { content: 'said' } };
    expect(redact(message)).toEqual(message);
  });

  test('replaces paths, also in the head of a difference and of a long output', () => {
    const text = '/here/workspace/a a/here/workspace/a /tmp/12-copilot-tool-output-3-ab-c.txt';
    expect(redact({ type: 'x', data: { text } })).toEqual({
      type: 'x',
      data: { text: '/workspace/a a/workspace/a /scratch/copilot-tool-output.txt' },
    });
  });

  test('only searches a line that is no event', () => {
    expect(redactCopilotLine('{"cut": "/here/workspace', [['/here/workspace', '/workspace']])).toBe(
      '{"cut": "/workspace',
    );
    expect(redact({ type: 'result', exitCode: 0 })).toEqual({ type: 'result', exitCode: 0 });
  });
});

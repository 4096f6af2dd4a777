import { describe, expect, test } from 'vitest';
import { mayHide } from '../../../harnesses/shared/unknown-events.ts';

describe('mayHide', () => {
  test.each([
    ['a heartbeat', 'heartbeat', { at: 1 }, []],
    ['fields without a value', 'note', { error: null, command: '', changes: [] }, []],
    ['words that only contain a hint', 'note', { description: 'x', context: 'y', credits: 1, content: 'z' }, []],
    ['a command', 'note', { command: 'ls' }, ['commands']],
    ['an error', 'note', { error: { message: 'x' } }, ['terminal']],
    ['a type that names its kind', 'agent_spawned', null, ['delegation']],
    ['usage', 'meter', { token_usage: {} }, ['usage']],
    ['a tool', 'tool_finished', null, ['commands', 'reads']],
    ['a skill', 'note', { skill: 'x', thread: 1 }, ['reads']],
    ['a patch', 'applied', { patch: '+1' }, ['edits']],
  ])('%s', (_, type, payload, affects) => {
    expect(mayHide(type, payload)).toEqual(affects);
  });

  test('judges names, never prose', () => {
    expect(mayHide('note', { remark: 'the command failed with an error' })).toEqual([]);
  });
});

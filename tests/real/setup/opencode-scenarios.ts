/** Scripts for real OpenCode runs, used by the captures and by the real tests. */
import type { Scenario, Step } from '../../helpers/scripted-model/script.ts';
import { type CodexScenario as CliScenario, withModel } from './codex-scenarios.ts';
import { readScenarios } from './read-scenarios.ts';

/** A model id; OpenCode sends it as it is. */
export const OPENCODE_MODEL = 'scripted-1';
const model = OPENCODE_MODEL;

/** A start takes up to half a minute on a busy machine; a request that is repeated without an end needs a deadline. */
const DEADLINE_MS = 60_000;

const script = (...otherwise: Step[]): Scenario => ({ entries: [], otherwise });
const readNotes: Step = { do: [{ run: 'cat NOTES.md' }] };
const one = (what: string, ...steps: Step[]): CliScenario => ({ what, model, scenario: script(...steps) });
const endless = (what: string, ...steps: Step[]): CliScenario => ({ ...one(what, ...steps), deadlineMs: DEADLINE_MS });

/** Scenarios by name. */
export const OPENCODE_SCENARIOS: Readonly<Record<string, CliScenario>> = {
  success: one(
    'two commands, one of which fails and one with a remark before it, a file written, a final answer',
    { say: 'I read the notes first.', do: [{ run: 'cat NOTES.md' }] },
    { do: [{ run: 'ls missing; exit 3' }] },
    { do: [{ write: 'result.txt', content: 'written\n' }] },
    { answer: 'DECISION: PROCEED' },
  ),
  'status-401': one('the key is refused', { fault: 'http', status: 401 }),
  agents: {
    what: 'two delegates at once, each with a command or an answer of its own',
    model,
    scenario: {
      entries: [
        { key: 'alpha', when: '[[alpha]]', steps: [readNotes, { answer: 'ALPHA: the notes have two lines.' }] },
        { key: 'beta', when: '[[beta]]', steps: [{ answer: 'BETA: nothing to add.', delayMs: 500 }] },
      ],
      otherwise: [
        {
          do: [
            { spawn: 'alpha', prompt: '[[alpha]] Read the notes.' },
            { spawn: 'beta', prompt: '[[beta]] Add what you know.' },
          ],
        },
        { answer: 'DECISION: PROCEED' },
      ],
    },
  },
  'empty-answer': one(
    'a remark, a command, and then an empty answer',
    { say: 'I look.', ...readNotes },
    { fault: 'empty' },
  ),
  killed: {
    ...one('killed by SIGKILL in the middle of a run', readNotes, { do: [{ run: 'echo begun; sleep 45' }] }),
    killAt: 'cat NOTES.md',
  },
  'status-429': endless('too many requests, repeated until the deadline', { fault: 'http', status: 429 }),
  'status-500': endless('the server fails, repeated until the deadline', { fault: 'http', status: 500 }),
  cut: endless('every stream after the first answer breaks, repeated until the deadline', readNotes, { fault: 'cut' }),
  deadline: endless('stopped by the deadline while the model was silent', readNotes, { fault: 'hang' }),
  ...withModel(OPENCODE_MODEL, readScenarios('.agents/skills', null)),
};

/** Scripts for real Copilot runs, used by the captures and by the real tests. */
import type { Entry, Scenario, Step } from '../../helpers/scripted-model/script.ts';
import { type CodexScenario as CliScenario, withModel } from './codex-scenarios.ts';
import { HUGE_FILES, readScenarios } from './read-scenarios.ts';

/** A model id; Copilot sends it as it is. */
export const COPILOT_MODEL = 'scripted-1';
const model = COPILOT_MODEL;

/** One run of Copilot. */
export interface CopilotScenario extends CliScenario {
  /** What the main process gets once the text of `killAt` stands on standard output; else all of them get SIGKILL. */
  readonly signal?: 'SIGTERM' | 'SIGINT';
  /** Nobody listens at the endpoint. */
  readonly refused?: boolean;
  /** Copilot's own permissions are on. */
  readonly limited?: boolean;
}

const script = (...otherwise: Step[]): Scenario => ({ entries: [], otherwise });
const readNotes: Step = { do: [{ run: 'cat NOTES.md' }] };
const sleep: Step = { do: [{ run: 'echo begun; sleep 45' }] };
const done: Step = { answer: 'DECISION: PROCEED' };
const one = (what: string, ...steps: Step[]): CopilotScenario => ({ what, model, scenario: script(...steps) });

/** Two delegates: one that runs a command, one that answers at once. */
const TEAM: readonly Entry[] = [
  {
    key: 'alpha',
    when: '[[alpha]]',
    steps: [
      { ...readNotes, delayMs: 300 },
      { answer: 'ALPHA: the notes have two lines.', delayMs: 200 },
    ],
  },
  { key: 'beta', when: '[[beta]]', steps: [{ answer: 'BETA: nothing to add.', delayMs: 400 }] },
  { key: 'judge', when: '[[judge]]', steps: [{ answer: 'JUDGE: both stand.', delayMs: 100 }] },
];

const asked = (background: boolean): Step => ({
  do: [
    { spawn: 'alpha', prompt: '[[alpha]] Read the notes.', background },
    { spawn: 'beta', prompt: '[[beta]] Add what you know.', background },
  ],
});

/** What the limited permissions allow and what they refuse. */
const PERMITTED: Step = {
  do: [
    { run: 'cat NOTES.md' },
    { run: 'node --version' },
    { run: 'git diff --stat' },
    { run: 'mkdir made' },
    { run: 'node --version && touch made-by-touch' },
    { write: 'result.txt', content: 'written\n' },
    { read: '/etc/hostname' },
    { spawn: 'beta', prompt: '[[beta]] Add what you know.' },
  ],
};

/** Scenarios by name. */
export const COPILOT_SCENARIOS: Readonly<Record<string, CopilotScenario>> = {
  success: one(
    'two commands, one of which fails and one with a remark before it, letters of many bytes, a file written, and one that was there already',
    { say: 'I read the notes first.', do: [{ run: 'cat NOTES.md' }] },
    { do: [{ run: "printf 'Grüße 🦉\\n'; exit 3" }] },
    { do: [{ write: 'result.txt', content: 'written\n' }] },
    { do: [{ write: 'NOTES.md', content: 'written over\n' }] },
    { answer: 'ENTSCHEIDUNG: 🦉 weiter' },
  ),
  agents: {
    what: 'two delegates at once, then one that is given what they found',
    model,
    scenario: {
      entries: TEAM,
      otherwise: [
        asked(false),
        { do: [{ spawn: 'judge', prompt: '[[judge]] ALPHA: the notes have two lines. BETA: nothing to add.' }] },
        done,
      ],
    },
  },
  background: {
    what: 'two delegates in the background, one read by the model and one by the runtime',
    model,
    scenario: { entries: TEAM, otherwise: [asked(true), { do: [{ wait: true }] }, done] },
  },
  unawaited: {
    what: 'an answer while a delegate works in the background, and another when the runtime has read it',
    model,
    scenario: {
      entries: TEAM,
      otherwise: [{ do: [{ spawn: 'alpha', prompt: '[[alpha]] Read the notes.', background: true }] }, done],
    },
  },
  limited: {
    what: 'commands, a file and a delegate under the permissions outside our isolation',
    model,
    limited: true,
    scenario: { entries: TEAM, otherwise: [PERMITTED, done] },
  },
  'long-output': one('a command that prints more than is shown at once', { do: [{ run: 'seq 1 20000' }] }, done),
  'empty-answer': one(
    'a remark, a command, and then an empty answer',
    { say: 'I look.', ...readNotes },
    { fault: 'empty' },
  ),
  'status-401': one('the key is refused', { fault: 'http', status: 401 }),
  'status-429': {
    ...one('too many requests, until Copilot gives up', { fault: 'http', status: 429 }),
    deadlineMs: 120_000,
  },
  'status-500': one('the server fails, until Copilot gives up', { fault: 'http', status: 500 }),
  recovered: one(
    'the server fails once and a repeated request is answered',
    readNotes,
    { fault: 'http', status: 500, times: 1 },
    done,
  ),
  cut: one('every stream after the first answer breaks, until Copilot gives up', readNotes, { fault: 'cut' }),
  refused: { ...one('nobody listens at the endpoint', { answer: 'never said' }), refused: true },
  terminated: {
    ...one('ended by SIGTERM while the model was silent', readNotes, { fault: 'hang' }),
    killAt: '"turnId":"1","model"',
    signal: 'SIGTERM',
  },
  interrupted: {
    ...one('ended by SIGINT in the middle of a command', readNotes, sleep),
    killAt: '"text":"begun',
    signal: 'SIGINT',
  },
  killed: { ...one('killed by SIGKILL in the middle of a command', readNotes, sleep), killAt: '"text":"begun' },
  deadline: {
    ...one('stopped by the deadline while the model was silent', readNotes, { fault: 'hang' }),
    deadlineMs: 8000,
  },
  'read-range-cut': {
    ...one(
      'a range with more bytes than are shown at once, the rest of it, and the listing of a folder',
      { do: [{ read: 'huge.md', from: 1, count: 500 }] },
      { do: [{ read: 'huge.md', from: 3590, count: 100 }, { read: '.' }] },
      done,
    ),
    files: HUGE_FILES,
  },
  ...withModel(COPILOT_MODEL, readScenarios('.github/skills', null)),
};

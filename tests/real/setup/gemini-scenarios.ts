/** Scripts for real runs of the Gemini CLI, used by the captures and by the real tests. */
import type { Scenario, Step } from '../../helpers/scripted-model/script.ts';
import { readScenarios } from './read-scenarios.ts';

/** The model that is asked for. */
export const MODEL = 'gemini-2.5-pro';

/** One run: what the model does, and what is done to the run. */
export interface GeminiScenario {
  readonly what: string;
  readonly scenario: Scenario;
  /** Tools ask for approval, as outside our isolation. */
  readonly guarded?: boolean;
  /** The run is ended by SIGKILL, or by the signal named, once this text stands on standard output. */
  readonly killAt?: string;
  readonly signal?: NodeJS.Signals;
  readonly deadlineMs?: number;
  /** Files of the workspace instead of those of every scenario. */
  readonly files?: Readonly<Record<string, string>>;
  /** The prompt; else one that says nothing. */
  readonly prompt?: string;
}

const script = (...otherwise: Step[]): Scenario => ({ entries: [], otherwise });
const readNotes: Step = { do: [{ run: 'cat NOTES.md' }] };
const http = (status: 401 | 403 | 429 | 500) => script({ fault: 'http', status });

/** Files of the workspace of every scenario. */
export const WORKSPACE: Readonly<Record<string, string>> = {
  'NOTES.md': 'first note\nsecond note\n',
  'BIG.md': Array.from({ length: 1600 }, (_, n) => `line ${String(n + 1).padStart(4, '0')} of a long file\n`).join(''),
};

/** No file is too large for the CLI's own tool: it cuts by lines alone. */
function withoutHuge(): Readonly<Record<string, GeminiScenario>> {
  const { 'read-huge': _, ...others } = readScenarios('.agents/skills', null);
  return others;
}

/** Scenarios by name. */
export const GEMINI_SCENARIOS: Readonly<Record<string, GeminiScenario>> = {
  success: {
    what: 'two commands, one of which fails and one with a remark before it, a file written, a final answer',
    scenario: script(
      { say: 'I read the notes first.', do: [{ run: 'cat NOTES.md' }] },
      { do: [{ run: 'ls missing; exit 3' }] },
      { do: [{ write: 'result.txt', content: 'written\n' }] },
      { answer: 'DECISION: PROCEED' },
    ),
  },
  'success-guarded': {
    what: 'tools that ask for approval: a command runs, a write outside the workspace is refused',
    guarded: true,
    scenario: script(
      readNotes,
      { do: [{ write: '/trial-outside.txt', content: 'lost\n' }] },
      { answer: 'DECISION: REFUSE' },
    ),
  },
  agents: {
    what: 'three delegates, two of them at the same time',
    scenario: {
      entries: [
        {
          key: 'alpha',
          when: '[[alpha]]',
          steps: [
            { ...readNotes, delayMs: 300 },
            { answer: 'ALPHA: the notes have two lines.', delayMs: 200 },
          ],
        },
        {
          key: 'beta',
          when: '[[beta]]',
          steps: [
            { do: [{ run: 'wc -c BIG.md' }], delayMs: 300 },
            { answer: 'BETA: the big file is big.', delayMs: 200 },
          ],
        },
        { key: 'judge', when: '[[judge]]', steps: [{ answer: 'JUDGE: both stand.', delayMs: 100 }] },
      ],
      otherwise: [
        {
          do: [
            { spawn: 'alpha', prompt: '[[alpha]] Read the notes.' },
            { spawn: 'beta', prompt: '[[beta]] Weigh the big file.' },
          ],
        },
        { do: [{ spawn: 'judge', prompt: '[[judge]] Judge: ALPHA has two lines, BETA is big.' }] },
        { answer: 'The judge agreed with both.' },
      ],
    },
  },
  'status-401': { what: 'the key is refused', scenario: http(401) },
  'status-403': { what: 'the model is denied', scenario: http(403) },
  'status-429': { what: 'too many requests', scenario: http(429) },
  'status-500': { what: 'the server fails', scenario: http(500) },
  cut: { what: 'every stream after the first answer breaks', scenario: script(readNotes, { fault: 'cut' }) },
  'failed-in-stream': {
    what: 'the model fails inside a good stream',
    scenario: script(readNotes, { fault: 'failed' }),
  },
  'empty-answer': {
    what: 'a remark, a command, and then an empty answer',
    scenario: script({ say: 'I look.', do: [{ run: 'cat NOTES.md' }] }, { fault: 'empty' }),
  },
  'read-big': {
    what: 'a file too long to be shown whole',
    scenario: script({ do: [{ run: 'cat BIG.md BIG.md' }] }, { answer: 'DECISION: ESCALATE' }),
  },
  killed: {
    what: 'killed by SIGKILL in the middle of a command',
    killAt: 'sleep 45',
    scenario: script(readNotes, { do: [{ run: 'echo begun; sleep 45' }] }, { answer: 'never' }),
  },
  terminated: {
    what: 'ended from outside by SIGTERM in the middle of a command, after which the CLI exits with 0',
    killAt: 'sleep 45',
    signal: 'SIGTERM',
    scenario: script(readNotes, { do: [{ run: 'echo begun; sleep 45' }] }, { answer: 'never' }),
  },
  deadline: {
    what: 'stopped by the deadline while the model was silent',
    deadlineMs: 8000,
    scenario: script(readNotes, { fault: 'hang' }),
  },
  ...withoutHuge(),
};

/** Scripts for real Codex runs, used by the captures and by the real tests. */
import type { Entry, Scenario, Step } from '../../helpers/scripted-model/script.ts';
import { type ReadScenario, readScenarios } from './read-scenarios.ts';

/** A model id that Codex does not know: plain `exec_command` and the first generation of agents. */
export const PLAIN_MODEL = 'gpt-5.4';
/** A model id of Codex's catalogue: code mode and the second generation of agents. */
export const CODE_MODEL = 'gpt-5.6-sol';

/** One run: what the model does, and what is done to the run. */
export interface CodexScenario {
  readonly what: string;
  readonly model: string;
  readonly scenario: Scenario;
  /** Codex's own sandbox is on. */
  readonly sandboxed?: boolean;
  /** The run is ended by SIGKILL once this text stands on standard output. */
  readonly killAt?: string;
  readonly deadlineMs?: number;
  /** Files of the workspace instead of those of every scenario. */
  readonly files?: Readonly<Record<string, string>>;
  /** The prompt; else one that says nothing. */
  readonly prompt?: string;
}

const script = (...otherwise: Step[]): Scenario => ({ entries: [], otherwise });
const readNotes: Step = { do: [{ run: 'cat NOTES.md' }] };
const team: readonly Entry[] = [
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
];
const delegating: Scenario = {
  entries: team,
  otherwise: [
    {
      do: [
        { spawn: 'alpha', prompt: '[[alpha]] Read the notes.' },
        { spawn: 'beta', prompt: '[[beta]] Weigh the big file.' },
      ],
    },
    { do: [{ wait: true }] },
    { do: [{ wait: true }] },
    { do: [{ spawn: 'judge', prompt: '[[judge]] Judge: ALPHA has two lines, BETA is big.' }] },
    { do: [{ wait: true }] },
    { answer: 'The judge agreed with both.' },
  ],
};

/** Files of the workspace of every scenario. */
export const WORKSPACE: Readonly<Record<string, string>> = {
  'NOTES.md': 'first note\nsecond note\n',
  'BIG.md': Array.from({ length: 800 }, (_, n) => `line ${String(n + 1).padStart(4, '0')} of a long file\n`).join(''),
};

/** Scenarios about reading with the model that is asked for. */
export function withModel(
  model: string,
  scenarios: Readonly<Record<string, ReadScenario>>,
): Readonly<Record<string, CodexScenario>> {
  return Object.fromEntries(Object.entries(scenarios).map(([name, one]) => [name, { ...one, model }]));
}

/** What Codex reads it reads through its shell, so only the skill that a prompt calls is a read of its own. */
function calledSkill(): Readonly<Record<string, CodexScenario>> {
  const { 'skill-called': called } = withModel(PLAIN_MODEL, readScenarios('.agents/skills', '$'));
  return called === undefined ? {} : { 'skill-called': called };
}

/** Scenarios by name. */
export const CODEX_SCENARIOS: Readonly<Record<string, CodexScenario>> = {
  success: {
    what: 'two commands, one of them with a remark before it, a file written through the shell, a final answer',
    model: PLAIN_MODEL,
    scenario: script(
      { say: 'I read the notes first.', do: [{ run: 'cat NOTES.md' }] },
      { do: [{ run: 'ls missing; exit 3' }] },
      { do: [{ write: 'result.txt', content: 'written\n' }] },
      { answer: 'DECISION: PROCEED' },
    ),
  },
  'success-sandboxed': {
    what: "two commands inside Codex's own sandbox, one of which is refused a write outside the workspace",
    model: PLAIN_MODEL,
    sandboxed: true,
    scenario: script(
      readNotes,
      { do: [{ run: 'echo kept > inside.txt; echo lost > ../outside.txt' }] },
      { answer: 'DECISION: REFUSE' },
    ),
  },
  'code-mode': {
    what: 'code mode: a file read and shown, a file read of which only the length was shown, a patch applied',
    model: CODE_MODEL,
    scenario: script(
      readNotes,
      {
        do: [{ code: "const r = await tools.exec_command({cmd:'cat NOTES.md'}); text('length ' + r.output.length);" }],
      },
      { do: [{ write: 'result.txt', content: 'written\n' }] },
      { answer: 'DECISION: PROCEED' },
    ),
  },
  'agents-v1': { what: 'three delegates, first generation', model: PLAIN_MODEL, scenario: delegating },
  'agents-v2': { what: 'three delegates, second generation', model: CODE_MODEL, scenario: delegating },
  'agents-forked': {
    what: "a delegate whose log repeats its parent's history",
    model: PLAIN_MODEL,
    scenario: {
      entries: team,
      otherwise: [
        readNotes,
        { do: [{ spawn: 'alpha', prompt: '[[alpha]] Read the notes.', fork: true }] },
        { do: [{ wait: true }] },
        { answer: 'The delegate agreed.' },
      ],
    },
  },
  'agents-not-awaited': {
    what: 'a delegate that had not returned when its parent answered',
    model: PLAIN_MODEL,
    scenario: {
      entries: [{ key: 'late', when: '[[late]]', steps: [{ answer: 'Too late.', delayMs: 20_000 }] }],
      otherwise: [{ do: [{ spawn: 'late', prompt: '[[late]] Take your time.' }] }, { answer: 'I did not wait.' }],
    },
  },
  'status-401': { what: 'the key is refused', model: PLAIN_MODEL, scenario: script({ fault: 'http', status: 401 }) },
  'status-403': { what: 'the model is denied', model: PLAIN_MODEL, scenario: script({ fault: 'http', status: 403 }) },
  'status-429': { what: 'too many requests', model: PLAIN_MODEL, scenario: script({ fault: 'http', status: 429 }) },
  'status-500': { what: 'the server fails', model: PLAIN_MODEL, scenario: script({ fault: 'http', status: 500 }) },
  cut: {
    what: 'every stream after the first answer breaks',
    model: PLAIN_MODEL,
    scenario: script(readNotes, { fault: 'cut' }),
  },
  'cut-once': {
    what: 'one stream breaks, the next answers',
    model: PLAIN_MODEL,
    scenario: script(readNotes, { fault: 'cut', times: 1 }, { answer: 'DECISION: PROCEED' }),
  },
  'failed-in-stream': {
    what: 'the model fails inside a good stream',
    model: PLAIN_MODEL,
    scenario: script(readNotes, { fault: 'failed' }),
  },
  'empty-answer': {
    what: 'a remark, a command, and then an empty answer',
    model: PLAIN_MODEL,
    scenario: script({ say: 'I look.', do: [{ run: 'cat NOTES.md' }] }, { fault: 'empty' }),
  },
  'read-big': {
    what: 'a file too long to be shown whole',
    model: PLAIN_MODEL,
    scenario: script({ do: [{ run: 'cat BIG.md' }] }, { answer: 'DECISION: ESCALATE' }),
  },
  'still-running': {
    what: 'a command that was still running when the answer came',
    model: PLAIN_MODEL,
    scenario: script({ do: [{ run: 'echo begun; sleep 30' }] }, readNotes, { answer: 'DECISION: PROCEED' }),
  },
  killed: {
    what: 'killed by SIGKILL in the middle of a command',
    model: PLAIN_MODEL,
    killAt: 'sleep 45',
    scenario: script(readNotes, { do: [{ run: 'echo begun; sleep 45' }] }, { answer: 'never' }),
  },
  deadline: {
    what: 'stopped by the deadline while the model was silent',
    model: PLAIN_MODEL,
    deadlineMs: 4000,
    scenario: script(readNotes, { fault: 'hang' }),
  },
  ...calledSkill(),
};

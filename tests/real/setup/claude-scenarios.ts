/** Scripts for real Claude Code runs, used by the captures and by the real tests. */
import type { Entry, Scenario, Step } from '../../helpers/scripted-model/script.ts';
import { type CodexScenario, withModel } from './codex-scenarios.ts';
import { HUGE_FILES, readScenarios } from './read-scenarios.ts';

/** A model id that Claude Code knows and that the price catalog lists. */
export const CLAUDE_MODEL = 'claude-sonnet-4-5';

/** One run: what the model does, and what is done to the run. `sandboxed`: the CLI's own permission checks are on. */
export type ClaudeScenario = CodexScenario;

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

const scenario = (what: string, steps: Scenario, more: Partial<ClaudeScenario> = {}): ClaudeScenario => ({
  what,
  model: CLAUDE_MODEL,
  scenario: steps,
  ...more,
});

const success = scenario(
  'commands, one with a remark before it and one that failed, a file written, a final answer',
  script(
    { say: 'I read the notes first.', do: [{ run: 'cat NOTES.md' }] },
    { do: [{ run: 'ls missing; exit 3' }, { run: 'grep nothing NOTES.md' }] },
    { do: [{ write: 'result.txt', content: 'written\n' }] },
    { answer: 'DECISION: PROCEED' },
  ),
);

const refused = scenario(
  "Claude Code's own permission checks on, a file outside the workspace refused",
  script(
    { do: [{ write: '../outside.txt', content: 'never\n' }] },
    { do: [{ write: 'result.txt', content: 'written\n' }] },
    { answer: 'DECISION: REFUSE' },
  ),
  { sandboxed: true },
);

const agents = scenario('three delegates, two of them at once, the third after both', {
  entries: team,
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
});

const background = scenario('a delegate in the background, which returned after its parent had first answered', {
  entries: [
    { key: 'late', when: '[[late]]', steps: [{ ...readNotes, delayMs: 500 }, { answer: 'LATE: two lines.' }] },
    { key: 'told', when: '<task-notification>', steps: [{ answer: 'The delegate says two lines.' }] },
  ],
  otherwise: [
    { do: [{ spawn: 'late', prompt: '[[late]] Take your time.', background: true }] },
    { answer: 'I did not wait.' },
  ],
});

/** Scenarios by name. */
export const CLAUDE_SCENARIOS: Readonly<Record<string, ClaudeScenario>> = {
  success,
  refused,
  agents,
  background,
  'status-401': scenario('the key is refused', script({ fault: 'http', status: 401 })),
  'status-429': scenario('too many requests', script({ fault: 'http', status: 429 })),
  'status-500': scenario('the server fails', script({ fault: 'http', status: 500 })),
  'status-500-once': scenario(
    'the server fails once, the next request is answered',
    script(readNotes, { fault: 'http', status: 500, times: 1 }, { answer: 'DECISION: PROCEED' }),
  ),
  cut: scenario('every stream after the first answer breaks', script(readNotes, { fault: 'cut' })),
  'cut-once': scenario(
    'one stream breaks, the next answers',
    script(readNotes, { fault: 'cut', times: 1 }, { answer: 'DECISION: PROCEED' }),
  ),
  'failed-in-stream': scenario('the model fails inside a good stream', script(readNotes, { fault: 'failed' })),
  'empty-answer': scenario(
    'a remark, a command, and then empty answers only',
    script({ say: 'I look.', do: [{ run: 'cat NOTES.md' }] }, { fault: 'empty' }),
  ),
  'read-big': scenario(
    'a command whose output is too long to be shown whole',
    script({ do: [{ run: 'cat BIG.md BIG.md BIG.md BIG.md' }] }, { answer: 'DECISION: ESCALATE' }),
  ),
  killed: scenario(
    'killed by SIGKILL in the middle of a command',
    script(readNotes, { do: [{ run: 'echo begun; sleep 45' }] }, { answer: 'never' }),
    { killAt: 'sleep 45' },
  ),
  deadline: scenario('stopped by the deadline while the model was silent', script(readNotes, { fault: 'hang' }), {
    deadlineMs: 4000,
  }),
  ...withModel(CLAUDE_MODEL, readScenarios('.claude/skills', '/')),
  'read-capped': scenario(
    'a file with more bytes than are shown at once, asked for all the same',
    script({ do: [{ read: 'huge.md', large: true }] }, { answer: 'DECISION: PROCEED' }),
    { files: HUGE_FILES },
  ),
};

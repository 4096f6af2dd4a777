/** Scripts for real pi runs, used by the captures and by the real tests. */
import type { Scenario, Step } from '../../helpers/scripted-model/script.ts';
import type { CodexScenario as CliScenario } from './codex-scenarios.ts';

/** A model id; pi sends it as it is. */
export const PI_MODEL = 'scripted-1';
const model = PI_MODEL;

/** One run of pi: also what stands in its workspace, and what it is asked. */
export interface PiScenario extends CliScenario {
  readonly files?: Readonly<Record<string, string>>;
  readonly prompt?: string;
  /** Ended by SIGTERM, not SIGKILL. */
  readonly terminate?: boolean;
  /** Nobody listens at the endpoint. */
  readonly refused?: boolean;
}

const script = (...otherwise: Step[]): Scenario => ({ entries: [], otherwise });
const readNotes: Step = { do: [{ run: 'cat NOTES.md' }] };
const one = (what: string, ...steps: Step[]): PiScenario => ({ what, model, scenario: script(...steps) });

const SKILL =
  '---\nname: demo-skill\ndescription: Shows how notes are kept.\n---\nKeep notes short.\nName their date.\n';

/** Longer in bytes than in letters: each line has a letter of four bytes. */
const WIDE = Array.from({ length: 1200 }, (_, n) => `Zeile ${n + 1}: Grüße 🦉 und weiter so, Zeile für Zeile\n`).join(
  '',
);

/** Scenarios by name. */
export const PI_SCENARIOS: Readonly<Record<string, PiScenario>> = {
  success: one(
    'two commands, one of which fails and one with a remark before it, a file written, a final answer',
    { say: 'I read the notes first.', do: [{ run: 'cat NOTES.md' }] },
    { do: [{ run: 'ls missing; exit 3' }] },
    { do: [{ write: 'result.txt', content: 'written\n' }] },
    { do: [{ write: 'result.txt', content: 'written again\n' }] },
    { answer: 'DECISION: PROCEED' },
  ),
  reads: {
    ...one(
      'files read whole, in part, cut at the limit of bytes, with carriage returns, empty and missing; letters of many bytes',
      { do: [{ read: 'NOTES.md' }, { read: 'NOTES.md', from: 2, count: 1 }] },
      { do: [{ read: 'WIDE.md' }, { read: 'missing.md' }, { read: 'CRLF.md' }, { read: 'EMPTY.md' }] },
      { do: [{ run: "printf 'Grüße 🦉\\n'" }] },
      { answer: 'ENTSCHEIDUNG: 🦉 weiter' },
    ),
    files: { 'WIDE.md': WIDE, 'CRLF.md': 'eins\r\nzwei', 'EMPTY.md': '' },
  },
  skill: {
    ...one('a skill called in the prompt', { answer: 'DECISION: PROCEED' }),
    files: { '.agents/skills/demo-skill/SKILL.md': SKILL },
    prompt: '/skill:demo-skill Do the work that the script says.',
  },
  'empty-answer': one(
    'a remark, a command, and then an empty answer',
    { say: 'I look.', ...readNotes },
    { fault: 'empty' },
  ),
  'status-401': one('the key is refused', { fault: 'http', status: 401 }),
  'status-429': one('too many requests, until pi gives up', { fault: 'http', status: 429 }),
  'status-500': one('the server fails, until pi gives up', { fault: 'http', status: 500 }),
  recovered: one(
    'the server fails once and a repeated request is answered',
    readNotes,
    { fault: 'http', status: 500, times: 1 },
    { answer: 'DECISION: PROCEED' },
  ),
  cut: one('every stream after the first answer breaks, until pi gives up', readNotes, { fault: 'cut' }),
  'failed-in-stream': one('an error inside the stream', readNotes, { fault: 'failed' }),
  refused: { ...one('nobody listens at the endpoint', { answer: 'never said' }), refused: true },
  terminated: {
    ...one('ended by SIGTERM in the middle of a command', readNotes, { do: [{ run: 'echo begun; sleep 45' }] }),
    killAt: 'sleep 45',
    terminate: true,
  },
  killed: {
    ...one('killed by SIGKILL in the middle of a command', readNotes, { do: [{ run: 'echo begun; sleep 45' }] }),
    killAt: 'sleep 45',
  },
  deadline: {
    ...one('stopped by the deadline while the model was silent', readNotes, { fault: 'hang' }),
    deadlineMs: 8000,
  },
};

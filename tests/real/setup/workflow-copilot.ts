/** The scripts of workflow-core in the ways that Copilot's permissions leave open: `node`, and its own tools. */
import type { Action, Entry, Step } from '../../helpers/scripted-model/script.ts';
import { UNFAITHFUL, type Unfaithful } from './workflow-unfaithful.ts';

const node = (code: string): Action => ({ run: `node -e "${code}"` });

/** Commands that Copilot refuses, with the program that does the same. */
const WITH_NODE: readonly (readonly [RegExp, (parts: readonly string[]) => Action])[] = [
  [/^mkdir -p ([\w./-]+)$/, ([folder]) => node(`fs.mkdirSync('${folder}', { recursive: true })`)],
  [
    /^mkdir -p ([\w./-]+) && cp ([\w./-]+)\/([\w.-]+) [\w./-]+$/,
    ([to, from, name]) => node(`fs.cpSync('${from}/${name}', '${to}/${name}')`),
  ],
  [/^printf '\/\/ repaired\\n' >> ([\w./-]+)$/, ([path]) => node(`fs.appendFileSync('${path}', '// repaired\\\\n')`)],
];

function translated(action: Action): Action {
  if (!('run' in action)) return action;
  for (const [pattern, other] of WITH_NODE) {
    const found = pattern.exec(action.run);
    if (found !== null) return other(found.slice(1));
  }
  return action;
}

function inBackground(action: Action): Action {
  return 'spawn' in action ? { ...action, background: true } : action;
}

const each = (entries: readonly Entry[], change: (action: Action) => Action): readonly Entry[] =>
  entries.map((entry) => ({
    ...entry,
    steps: entry.steps.map((step): Step => ('do' in step ? { ...step, do: step.do.map(change) } : step)),
  }));

/** The same entries for Copilot. */
export const forCopilot = (entries: readonly Entry[]): readonly Entry[] => each(entries, translated);

/** The same entries with every delegate in the background. */
export const allInBackground = (entries: readonly Entry[]): readonly Entry[] => each(entries, inBackground);

/** Checks that come out in another way with Copilot, by the name of the unfaithful agent. */
const OTHERWISE: Readonly<Record<string, Unfaithful['checks']>> = {
  // A delegate in the foreground is awaited by Copilot itself: both return, and nobody weighs what they found.
  'answers before its delegates return': { follow_up_after: 'failed', follow_up_given: 'unobservable' },
  // The prompt names the entry's path; Copilot puts no text of it before the model.
  'pastes the answer': { ...UNFAITHFUL['pastes the answer']?.checks, 'loaded.skill.md': 'failed' },
};

/** What must come of an unfaithful agent behind Copilot: every check that does not pass, with its status. */
export const checksOf = (name: string, { checks }: Unfaithful): Unfaithful['checks'] => OTHERWISE[name] ?? checks;

/** What the scripted model does in the cases of workflow-core: as the package prescribes it, and in ways that break it. */
import { dirname, join } from 'node:path';
import type { Package, WorkflowCaseFile } from '../../../records/workflow.ts';
import { readSources } from '../../../runner/suite-files.ts';
import type { Action, Entry, Step } from '../../helpers/scripted-model/script.ts';

export const SUITE_FILE = join(import.meta.dirname, '../../../corpus/suites/workflow-core.yaml');

const { sources, problems } = readSources(SUITE_FILE, SUITE_FILE);
if (sources?.kind !== 'workflow' || sources.package === null)
  throw new Error(problems.map(({ message }) => message).join('\n'));

/** The package that ships with the suite. */
export const PACKAGE: Package = sources.package;
/** The cases as they are written, by id. */
export const CASES: ReadonlyMap<string, WorkflowCaseFile> = new Map(sources.cases.map(({ file }) => [file.id, file]));

/** The case of an id. */
export function caseOf(id: string): WorkflowCaseFile {
  const found = CASES.get(id);
  if (found === undefined) throw new Error(`workflow-core has no case ${id}`);
  return found;
}

/** How one agent works on one case, step by step, and the delegates that it asks. */
export interface Play {
  /** The files that it reads in full, relative to the package. */
  readonly reads: readonly string[];
  /** Things it does after its reads and before it delegates. */
  readonly looks: readonly Action[];
  readonly delegation: 'none' | 'team' | 'serial' | 'summary' | 'unawaited' | 'lone';
  /** Things it does to hand in its work. */
  readonly does: readonly Action[];
  readonly reply: string;
}

const FOUND = {
  alpha:
    'ALPHA: the end of the lease is reckoned from the instant at which the notice was put on the queue, in src/lease.mjs.',
  beta: 'BETA: a worker sends without asking once more whether its lease still holds, so both of them send the mail.',
} as const;

const ASK = {
  alpha: '[[alpha]] Trace how the lease of a notice is reckoned and tell its end for the first worker.',
  beta: '[[beta]] Trace what a worker does between its claim and its mail, and what it asks before it sends.',
  judge: `[[judge]] Weigh these two against each other and say what follows.\n\n${FOUND.alpha}\n\n${FOUND.beta}`,
  vague: '[[judge]] They both say that the lease is at fault. Say what follows.',
} as const;

/** What the delegates do. Their delays make them overlap. */
export const DELEGATES: readonly Entry[] = [
  {
    key: 'alpha',
    when: '[[alpha]]',
    steps: [
      { do: [{ run: 'wc -l src/lease.mjs' }], delayMs: 500 },
      { answer: FOUND.alpha, delayMs: 300 },
    ],
  },
  {
    key: 'beta',
    when: '[[beta]]',
    steps: [
      { do: [{ run: 'wc -l src/worker.mjs' }], delayMs: 500 },
      { answer: FOUND.beta, delayMs: 400 },
    ],
  },
  {
    key: 'judge',
    when: '[[judge]]',
    steps: [{ answer: 'JUDGE: both findings hold, and the first is the cause.', delayMs: 200 }],
  },
];

const spawn = (name: 'alpha' | 'beta'): Action => ({ spawn: name, prompt: ASK[name] });
const WAIT: Step = { do: [{ wait: true }] };
const judge = (prompt: string): Step => ({ do: [{ spawn: 'judge', prompt }] });
const both: Step = { do: [spawn('alpha'), spawn('beta')] };

const TEAMS: Readonly<Record<Play['delegation'], readonly Step[]>> = {
  none: [],
  team: [both, WAIT, WAIT, judge(ASK.judge), WAIT],
  serial: [{ do: [spawn('alpha')] }, WAIT, { do: [spawn('beta')] }, WAIT, judge(ASK.judge), WAIT],
  summary: [both, WAIT, WAIT, judge(ASK.vague), WAIT],
  unawaited: [both],
  lone: [{ do: [spawn('alpha')] }, WAIT],
};

/** The play of an agent that does what the package prescribes and leaves what the reference leaves. */
export function faithful(id: string, called: boolean): Play {
  const { reference, requires, verifies, delegation } = caseOf(id);
  const folders = new Set(Object.keys(reference.files).flatMap((path) => (path.includes('/') ? [dirname(path)] : [])));
  const writes: readonly Action[] = [
    ...[...folders].map((folder) => ({ run: `mkdir -p ${folder}` })),
    ...Object.entries(reference.files).map(([path, content]) => ({ write: path, content })),
  ];
  const runs = verifies.flatMap((step): Action[] => (step.kind === 'ran' ? [{ run: `node ${step.path}` }] : []));
  const looks = verifies.flatMap((step) => (step.kind === 'looked' ? step.paths : []));
  return {
    reads: called ? requires : [],
    looks: looks.map((path): Action => ({ read: path })),
    delegation: called && (delegation === 'explore' || delegation === 'arena') ? 'team' : 'none',
    does: [...writes, ...runs],
    reply: reference.reply.trim(),
  };
}

/** The steps of a play. `root` is where the package lies in the workspace. */
export function stepsOf(play: Play, root: string): readonly Step[] {
  const each = (actions: readonly Action[]): Step[] => actions.map((action) => ({ do: [action] }));
  const reads = play.reads.map((path): Action => ({ read: `${root}/${path}` }));
  const teams = TEAMS[play.delegation];
  return [...each(reads), ...each(play.looks), ...teams, ...each(play.does), { answer: play.reply }];
}

/** Entries for a case: one for the prompt with its call, one for the bare prompt. */
export function entriesOf(id: string, root: string, called: Play, bare: Play): readonly Entry[] {
  const text = caseOf(id).prompt.trim();
  // As $name and /name stand before it, as Claude Code and pi expand a called skill, and as plain words name one.
  const calls = [`${PACKAGE.name} ${text}`, `ARGUMENTS: ${text}`, `</skill>\n\n${text}`, `for this task.\n\n${text}`];
  return [
    ...calls.map((when, at) => ({ key: `${id}called${at}`, when, steps: stepsOf(called, root) })),
    { key: `${id}bare`, when: text, steps: stepsOf(bare, root) },
  ];
}

/** Entries of an agent that is faithful in every case. */
export function faithfulEntries(root: string): readonly Entry[] {
  const own = [...CASES.keys()].flatMap((id) => entriesOf(id, root, faithful(id, true), faithful(id, false)));
  return [...own, ...DELEGATES];
}

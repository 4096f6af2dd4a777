/** What the model was shown by tools: texts with their places, from commands and from the CLI's own file tools. Pure. */
import { posix } from 'node:path';
import type { Affects, EvidenceProblem, LineRef, Observation, Trace } from '../../records/observation.ts';
import { soleRead } from './sole-read.ts';

/** One text that a tool put before the model, or that the CLI put there itself. */
export interface Shown {
  readonly ref: LineRef;
  readonly thread: string | null;
  /** The text; null where the record does not prove it. */
  readonly text: string | null;
  /** True: it succeeded; false: it failed; null: no end was seen. */
  readonly done: boolean | null;
  /** Absolute path of the only file it can be of; null where there may be another. */
  readonly path: string | null;
  /** First line, from 1; null where it is not said. */
  readonly from: number | null;
  /** The command line; null for a tool of the CLI. */
  readonly command: string | null;
  /** Folder of the command where the record says it, else the workspace. */
  readonly folder: string;
  /** Name of the skill that was called; null where none was. */
  readonly skill: string | null;
  /** True when the text came by a call of a skill, or unasked, and not by reading a file. */
  readonly called: boolean;
}

/** A path as the candidate meant it, absolute; null where that cannot be told (a variable, a home, a pattern). */
export function resolvedPath(path: string, folder: string): string | null {
  const bare = path.startsWith('file://') ? path.slice('file://'.length) : path;
  if (bare === '' || /^~|[$`*?[\]{}]/.test(bare)) return null;
  return posix.normalize(bare.startsWith('/') ? bare : `${folder}/${bare}`);
}

/** Everything that was shown, in the order of the records. `workspace` is the folder that commands start in. */
export function shownIn(trace: Trace, workspace: string): readonly Shown[] {
  return trace.observations.flatMap((one) => shownBy(one, workspace) ?? []);
}

function shownBy(one: Observation, workspace: string): Shown | null {
  if (one.kind === 'command') {
    const folder = one.cwd ?? workspace;
    const sole = soleRead(one.text);
    const plain = sole?.numbered === true && one.output !== null ? withoutNumbers(one.output) : one.output;
    return {
      ref: one.ref,
      thread: one.thread,
      text: plain,
      done: one.exitCode === null ? null : one.exitCode === 0,
      path: sole === null ? null : resolvedPath(sole.path, folder),
      from: sole?.from ?? null,
      command: one.text,
      folder,
      skill: null,
      called: false,
    };
  }
  if (one.kind !== 'read') return null;
  return {
    ref: one.ref,
    thread: one.thread,
    text: one.content,
    done: one.done,
    path: one.path === null ? null : resolvedPath(one.path, workspace),
    from: one.startLine,
    command: null,
    folder: workspace,
    skill: one.skill,
    called: one.via !== 'tool',
  };
}

/** The text without the numbers of `cat -n`; as it is where a line has none. */
function withoutNumbers(text: string): string {
  const lines = text.replace(/\n$/, '').split('\n');
  const stripped = lines.map((line) => /^ *\d+\t(.*)$/s.exec(line)?.[1]);
  return stripped.includes(undefined) ? text : stripped.join('\n');
}

/** Why something may have happened that no record shows; null where absence is proof (I2). */
export interface Hole {
  readonly because: string;
  readonly refs: readonly LineRef[];
}

/** The first reason why what was shown may not be all: a problem of the record, or an output that is not proven. */
export function holeIn(
  trace: Trace,
  affects: readonly Affects[],
  blocked: string | null,
  shown: readonly Shown[],
): Hole | null {
  const problem = trace.problems.find((one) => one.affects.some((kind) => affects.includes(kind)));
  if (problem !== undefined) return { because: `the record may hide it: ${problem.message}`, refs: refsOf(problem) };
  if (blocked !== null) return { because: `the trial did not come to its end (${blocked})`, refs: [] };
  const open = shown.find(({ text, done }) => text === null && done !== false);
  if (open === undefined) return null;
  return { because: 'the record does not prove what a tool showed', refs: [open.ref] };
}

function refsOf({ ref }: EvidenceProblem): readonly LineRef[] {
  return ref === null ? [] : [ref];
}

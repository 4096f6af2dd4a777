/** Layer verification: did the agent look at the evidence, did it run what it wrote? Pure. */
import { posix } from 'node:path';
import type { LineRef, Trace } from '../../records/observation.ts';
import type { Check } from '../../records/trial.ts';
import type { Verification } from '../../records/workflow.ts';
import { baseName, invocationsOf } from '../decision/invocations.ts';
import { answered } from './check.ts';
import { isDistinct } from './lines.ts';
import { type Hole, resolvedPath, type Shown } from './shown.ts';
import { soleInvocation } from './sole-read.ts';

/** What the layer is judged from. */
export interface VerificationInput {
  readonly trace: Trace;
  readonly shown: readonly Shown[];
  readonly workspace: string;
  /** Files of the workspace as they were given: path to text. */
  readonly given: Readonly<Record<string, string>>;
  readonly hole: Hole | null;
  readonly supported: boolean;
  readonly required: boolean;
}

/** One check for each step. */
export function judgeVerification(steps: readonly Verification[], input: VerificationInput): Check[] {
  return steps.map((step) => {
    const asked = { id: step.id, layer: 'verification' as const, required: input.required };
    if (!input.supported) return answered(asked, 'unsupported', 'This harness shows neither commands nor reads');
    return step.kind === 'looked' ? looked(step.paths, asked, input) : ran(step, asked, input);
  });
}

type Asked = Parameters<typeof answered>[0];

function looked(paths: readonly string[], asked: Asked, input: VerificationInput): Check {
  const refs: LineRef[] = [];
  for (const path of paths) {
    const seen = input.shown.find((one) => showsPartOf(path, one, input));
    if (seen !== undefined) {
      refs.push(seen.ref);
      continue;
    }
    const said = `no tool showed the model text of ${path}`;
    const { hole } = input;
    if (hole !== null) return answered(asked, 'unobservable', `${said}, but ${hole.because}`, hole.refs);
    return answered(asked, 'failed', said, refs);
  }
  return answered(asked, 'passed', `text of ${paths.join(', ')} was put before the model`, refs);
}

/** Whether a tool that names the file, or a folder above it, showed a distinct line of it. */
function showsPartOf(path: string, one: Shown, { given, workspace }: VerificationInput): boolean {
  if (one.text === null || one.done === false) return false;
  const place = `${workspace}/${path}`;
  const names = one.path === place || (one.command !== null && one.path === null && mentions(one.command, path));
  if (!names) return false;
  const lines = new Set((given[path] ?? '').split('\n').flatMap((line) => (isDistinct(line) ? [line.trim()] : [])));
  return one.text.split('\n').some((line) => lines.has(line.trim()));
}

function mentions(command: string, path: string): boolean {
  const folder = posix.dirname(path);
  return command.includes(baseName(path)) || (folder !== '.' && command.includes(folder));
}

function ran(step: Extract<Verification, { kind: 'ran' }>, asked: Asked, input: VerificationInput): Check {
  const runs = input.trace.observations.flatMap((one) => (one.kind === 'command' ? [one] : []));
  const own = runs.filter((one) => runsAlone(one.text, step.path, one.cwd ?? input.workspace));
  const holds = (text: string | null) => text !== null && step.shows.every((part) => text.includes(part));
  const good = own.find((one) => one.exitCode === 0 && holds(one.output));
  if (good !== undefined) {
    return answered(asked, 'passed', `${step.path} was run and its output shows what it must`, [good.ref]);
  }
  const { hole } = input;
  if (hole !== null) return answered(asked, 'unobservable', `no such run was seen, but ${hole.because}`, hole.refs);
  const among = runs.find((one) => !own.includes(one) && holds(one.output) && one.text.includes(step.path));
  if (among !== undefined) {
    const because = `what ${step.path} must show was printed among other commands, which may have printed it`;
    return answered(asked, 'unobservable', because, [among.ref]);
  }
  const [last] = own.slice(-1);
  if (last === undefined) return answered(asked, 'failed', `${step.path} was never run`);
  const lacking = step.shows.find((part) => last.output?.includes(part) !== true) ?? '';
  const how =
    last.exitCode === 0 ? `without showing ${lacking}` : `and ended with exit code ${last.exitCode ?? 'unknown'}`;
  return answered(asked, 'failed', `${step.path} was run ${how}`, [last.ref]);
}

/** Whether a command line runs the file, and prints nothing else: `cd` and `mkdir` print nothing. */
function runsAlone(text: string, path: string, folder: string): boolean {
  const quiet = new Set(['cd', 'mkdir', 'true', 'set', 'export']);
  const loud = invocationsOf(text).started.filter(({ words }) => words.length > 0 && !quiet.has(words[0] ?? ''));
  const only = loud.length === 1 ? loud[0] : (soleInvocation(text) ?? undefined);
  if (only === undefined || only.targets.length > 0) return false;
  let here = folder;
  for (const { words } of invocationsOf(text).started) {
    if (words[0] === 'cd') here = resolvedPath(words.at(-1) ?? '', here) ?? here;
  }
  const [program = '', ...rest] = only.words;
  const script = /^(?:node|bun|deno|tsx)$/.test(baseName(program))
    ? rest.find((word) => !word.startsWith('-'))
    : program;
  return script !== undefined && resolvedPath(script, here)?.endsWith(`/${path}`) === true;
}

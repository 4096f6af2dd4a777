/** Builders for traces of workflow trials. */
import type { Affects, EvidenceProblem, Observation, Trace } from '../../../records/observation.ts';

export const WORKSPACE = '/w/space';
export const ROOT = '.agents/skills/demo';

type Of<K extends Observation['kind']> = Extract<Observation, { kind: K }>;

let line = 0;
const at = () => ({ ref: { file: 'stdout.raw', line: ++line }, thread: null });

export function traceOf(observations: readonly Observation[], problems: readonly EvidenceProblem[] = []): Trace {
  return {
    schema: 'operant.trace/v1',
    observations: [...observations],
    problems: [...problems],
    eventTypes: {},
  };
}

/** A command that ended, with what the model was shown. */
export function command(text: string, output: string | null, rest: Partial<Of<'command'>> = {}): Of<'command'> {
  return { ...at(), kind: 'command', text, cwd: null, exitCode: 0, output, ...rest };
}

/** A read by a tool of the CLI. */
export function read(path: string, content: string | null, rest: Partial<Of<'read'>> = {}): Of<'read'> {
  return {
    ...at(),
    kind: 'read',
    via: 'tool',
    path,
    skill: null,
    done: true,
    startLine: 1,
    content,
    cut: false,
    ...rest,
  };
}

export function message(text: string, rest: Partial<Of<'message'>> = {}): Of<'message'> {
  return { ...at(), kind: 'message', text, at: null, ...rest };
}

/** A delegate that started, asked `prompt`. */
export function started(delegate: string, prompt: string | null, rest: Partial<Of<'delegate'>> = {}): Of<'delegate'> {
  return {
    ...at(),
    kind: 'delegate',
    phase: 'started',
    delegate,
    prompt,
    result: null,
    model: null,
    at: null,
    ...rest,
  };
}

export function returned(delegate: string, result: string | null, rest: Partial<Of<'delegate'>> = {}): Of<'delegate'> {
  return {
    ...at(),
    kind: 'delegate',
    phase: 'returned',
    delegate,
    prompt: null,
    result,
    model: null,
    at: null,
    ...rest,
  };
}

/** A line that could not be read. */
export function lost(...affects: Affects[]): EvidenceProblem {
  return { ref: { file: 'stdout.raw', line: 1 }, message: 'the line is not JSON', affects };
}

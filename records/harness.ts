/**
 * The harness interface: one shape for every program that runs an agent. All of it is pure; the runner performs
 * what `prepare` describes and hands the native files back to `decode`.
 */
import * as z from 'zod';
import type { EvidenceProblem, Observation, Trace } from './observation.ts';
import type { Cause, Invocation, Login } from './terms.ts';
import type { TrialUsage } from './usage.ts';

export { TRIAL_MARK } from './trial-mark.ts';

/** Facts about how a process ended; none of them is a judgement. A signal leaves `exitCode` null, and the reverse. */
export const ExitFacts = z.strictObject({
  exitCode: z.int().nullable().describe('Exit code; null when a signal ended it or it never started'),
  signal: z.string().nullable().describe('Name of the signal that ended it; null when none did'),
  timedOut: z.boolean().describe('The deadline passed and the group was stopped'),
  overflow: z.boolean().describe('The output cap was reached and the group was stopped'),
  interrupted: z.boolean().describe('The run itself was interrupted'),
  spawnError: z.string().nullable().describe('Why the program could not be started, or null'),
});
export type ExitFacts = z.infer<typeof ExitFacts>;

/** exit.json of a trial: evidence, so that a wall time that was edited in a result is seen. */
export const ExitRecord = z.strictObject({
  ...ExitFacts.shape,
  wallMs: z.int().min(0).describe('Wall time of the program in milliseconds'),
});
export type ExitRecord = z.infer<typeof ExitRecord>;

/** One line of a native file. `problem` says why a line is not clean text; `text` is then best effort. */
export interface NativeLine {
  readonly number: number;
  readonly text: string;
  readonly problem: 'invalid_utf8' | 'too_long' | 'no_final_newline' | null;
}

/** A native file, read line by line so that long logs stay out of memory. */
export interface NativeFile {
  /** Path relative to the trial folder, for example `stdout.raw` or `native/sessions/a.jsonl`. */
  readonly path: string;
  readonly lines: () => Iterable<NativeLine>;
  /**
   * The end of a file that is longer than so many bytes, as text; null when the file is not longer. Bytes that are not
   * UTF-8 are replaced in it. Absent where only lines can be read.
   */
  readonly tail?: (bytes: number) => string | null;
}

/** A model endpoint that the harness is pointed at: the meter, or a compatible server of the user. */
export interface Endpoint {
  /** Base URL without a trailing slash, for example http://127.0.0.1:8080/v1. */
  readonly baseUrl: string;
  /** The key to present there. */
  readonly key: string;
}

/** What `prepare` may use. Paths are as the candidate sees them. */
export interface PrepareInput {
  readonly prompt: string;
  readonly workspace: string;
  readonly home: string;
  /** PATH for the candidate, guarded commands first. */
  readonly path: string;
  readonly model: string | null;
  readonly endpoint: Endpoint | null;
  readonly login: Login;
  /** The CLI's own home when `login` is `in_place`, else null. Never copied or edited. */
  readonly ownHome: string | null;
  /** Variables of the host that the harness's allow-list names, and nothing else. */
  readonly hostEnv: Readonly<Record<string, string>>;
  /** For the harness that runs any program: the program and its arguments. */
  readonly program: readonly string[];
  /** True inside our isolation or against a loopback endpoint: only then may a CLI's own protections be off. */
  readonly contained: boolean;
  /** Path of the candidate's final message file, for CLIs that can write one. */
  readonly finalFile: string;
}

/** How to start the agent. */
export interface Launch {
  /** Files to write before the start; paths relative to the trial's home. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Text for standard input, which is closed after it; null closes it at once. */
  readonly stdin: string | null;
}

/** Native records outside standard output: a folder under the CLI's home, collected by suffix. */
export interface NativeSource {
  /** Relative to the trial's home, or to the CLI's own home when login is in place. */
  readonly under: string;
  readonly suffix: string;
  /** Folder below `native/` in the trial folder. */
  readonly into: string;
}

/** What a harness can show, from which record; `unsupported` where it never can. */
export type Capability = 'stream' | 'session' | 'unsupported';
export interface Capabilities {
  readonly commands: Capability;
  /** Whether the record proves what the model was shown of a file. */
  readonly reads: Capability;
  readonly edits: Capability;
  readonly messages: Capability;
  readonly usage: Capability;
  readonly delegation: Capability;
  readonly model: Capability;
}

/** How the agent's run ended, judged from native evidence and exit facts together. */
export type Terminal =
  | { readonly state: 'success'; readonly finalText: string }
  | { readonly state: 'blocked'; readonly cause: Cause; readonly detail: string; readonly finalText: string | null };

/** What is known of a harness without its code: enough to list and plan. Kept apart, so that a start stays quick. */
export interface HarnessFacts {
  readonly id: string;
  /** One line for `list` and `doctor`. */
  readonly title: string;
  readonly probe: {
    /** Command that prints the version; null for a harness that runs any program. */
    readonly argv: readonly string[] | null;
    readonly version: (stdout: string) => string | null;
    /** What to type when the program is missing. */
    readonly install: string;
  };
  readonly login: {
    /** Environment variables that carry a key, in order of preference. */
    readonly keyVariables: readonly string[];
    /** File under the user's home that shows a login, for example `.x/auth.json`; null when there is none. */
    readonly ownHomeFile: string | null;
    /** Variable that moves the CLI's own home, and its default under the user's home; null when there is none. */
    readonly ownHome: { readonly variable: string; readonly fallback: string } | null;
  };
  /** Permissions granted, as data; recorded by digest. `contained` says which set is used. */
  readonly permissions: (contained: boolean) => Readonly<Record<string, string | boolean | readonly string[]>>;
  /** Folder in the workspace where this harness looks for skills; null when it has none. */
  readonly skillRoot: string | null;
  readonly invocation: Invocation;
  /** What stands before the name of a skill that a prompt calls; absent: `$` for dollar, `/` for slash. */
  readonly callPrefix?: string;
  readonly capabilities: Capabilities;
  /** Paths in the workspace that the CLI itself writes, whatever the agent does; they are no fault of the agent. */
  readonly ownFiles?: readonly string[];
  readonly collect: readonly NativeSource[];
  /** Whether `list` shows it where no harness is named; absent: it does not. */
  readonly listed?: boolean;
}

/** A harness: its facts and its code. */
export interface Harness extends HarnessFacts {
  readonly prepare: (input: PrepareInput) => Launch;
  readonly decode: (files: readonly NativeFile[]) => Trace;
  readonly terminal: (trace: Trace, exit: ExitFacts) => Terminal;
  readonly usage: (trace: Trace) => TrialUsage;
}

/** The form of a CLI's records as one version writes it: the types of events that captures of it hold. */
export interface EventSchema {
  /** Version of the CLI that was captured. */
  readonly version: string;
  /** Native event types, sorted. */
  readonly types: readonly string[];
}

/** The list of harnesses that shells and the runner work with. */
export type Harnesses = ReadonlyMap<string, Harness>;

/** The facts of every harness, by id. */
export type AllHarnessFacts = ReadonlyMap<string, HarnessFacts>;

/** Collects a decoder's findings; shared so that every decoder counts events and problems alike. */
export interface TraceBuilder {
  readonly observe: (observation: Observation) => void;
  readonly problem: (problem: EvidenceProblem) => void;
  /** Counts events of a type; one unless said otherwise. */
  readonly event: (type: string, count?: number) => void;
  readonly trace: () => Trace;
}

/** A new, empty trace under construction. */
export function traceBuilder(): TraceBuilder {
  const observations: Observation[] = [];
  const problems: EvidenceProblem[] = [];
  const eventTypes = new Map<string, number>();
  return {
    observe: (observation) => observations.push(observation),
    problem: (problem) => problems.push(problem),
    event: (type, count = 1) => eventTypes.set(type, (eventTypes.get(type) ?? 0) + count),
    trace: () => ({
      schema: 'operant.trace/v1',
      observations,
      problems,
      eventTypes: Object.fromEntries([...eventTypes].sort(([a], [b]) => (a < b ? -1 : 1))),
    }),
  };
}

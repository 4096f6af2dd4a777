/** The only place that starts programs. A candidate runs in its own process group; raw bytes go to disk as they arrive. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExitFacts } from '../records/harness.ts';
import { errorText } from './files.ts';

/** Time between TERM and KILL for a process group that must end. */
export const GRACE_MS = 500;
/** Largest output of a candidate, both streams together; more stops it and is not a success. */
export const OUTPUT_CAP = 64 * 1024 * 1024;

export interface ProcessRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The whole environment: nothing of ours is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string | null;
  readonly stdoutPath: string;
  readonly stderrPath: string;
  readonly deadlineMs: number;
  readonly capBytes: number;
  readonly interrupt: AbortSignal;
}

export interface ProcessResult {
  readonly exit: ExitFacts;
  readonly wallMs: number;
}

interface Stops {
  timedOut: boolean;
  overflow: boolean;
  interrupted: boolean;
}

/** Runs a program to its end, its deadline, its output cap or an interruption, and leaves no process of its group. */
export async function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  const started = performance.now();
  const sinks = [openSync(request.stdoutPath, 'w', 0o600), openSync(request.stderrPath, 'w', 0o600)];
  try {
    const exit = await supervise(request, sinks);
    return { exit, wallMs: Math.round(performance.now() - started) };
  } finally {
    for (const sink of sinks) closeSync(sink);
  }
}

async function supervise(request: ProcessRequest, sinks: readonly number[]): Promise<ExitFacts> {
  const [program, ...args] = request.argv;
  const stops: Stops = { timedOut: false, overflow: false, interrupted: request.interrupt.aborted };
  const facts = (exitCode: number | null, signal: string | null, spawnError: string | null): ExitFacts => ({
    ...stops,
    exitCode,
    signal,
    spawnError,
  });
  if (program === undefined) return facts(null, null, 'no program was given');
  if (stops.interrupted) return facts(null, null, null);
  const child = start(program, args, request);
  if (typeof child === 'string') return facts(null, null, child);
  const stop = stopper(child);
  const deadline = setTimeout(() => {
    stops.timedOut = true;
    stop();
  }, request.deadlineMs);
  const interrupted = () => {
    stops.interrupted = true;
    stop();
  };
  request.interrupt.addEventListener('abort', interrupted);
  const captured = capture(child, sinks, request.capBytes, stops, stop);
  feed(child, request.stdin);
  const end = await ending(child, captured.received);
  clearTimeout(deadline);
  request.interrupt.removeEventListener('abort', interrupted);
  captured.check();
  return facts(end.code, end.signal, end.error);
}

function start(program: string, args: readonly string[], request: ProcessRequest): ChildProcess | string {
  try {
    return spawn(program, args, { cwd: request.cwd, env: { ...request.env }, stdio: 'pipe', detached: true });
  } catch (error) {
    return errorText(error);
  }
}

/** TERM to the whole group, KILL after the grace time; safe to call again and after the end. */
function stopper(child: ChildProcess): () => void {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    signalGroup(child.pid, 'SIGTERM');
    const timer = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), GRACE_MS);
    // At its end the whole group is killed; later the number may belong to another group.
    child.on('exit', () => clearTimeout(timer));
  };
}

/** Sends a signal to a process group; a group that is gone already is fine. */
export function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // ESRCH: every process of the group has ended, which is what was wanted.
  }
}

interface Captured {
  /** Bytes that came so far, both streams together. */
  readonly received: () => number;
  /** Throws when the bytes could not be written, as on a full disk. */
  readonly check: () => void;
}

/** Writes both streams to their files as they come. */
function capture(child: ChildProcess, sinks: readonly number[], cap: number, stops: Stops, stop: () => void): Captured {
  let total = 0;
  let failure: unknown = null;
  for (const [index, stream] of [child.stdout, child.stderr].entries()) {
    const sink = sinks[index];
    stream?.on('data', (chunk: Buffer) => {
      const room = cap - total;
      total += chunk.length;
      try {
        if (sink !== undefined && room > 0) writeSync(sink, chunk, 0, Math.min(room, chunk.length));
      } catch (error) {
        failure ??= error;
      }
      stops.overflow = total > cap;
      if (stops.overflow || failure !== null) stop();
    });
  }
  return {
    received: () => total,
    check: () => {
      if (failure !== null) throw failure;
    },
  };
}

function feed(child: ChildProcess, text: string | null): void {
  // A program that never reads closes the pipe early; that is its right and no error of the run.
  child.stdin?.on('error', () => undefined);
  if (text === null) child.stdin?.end();
  else child.stdin?.end(text);
}

interface End {
  readonly code: number | null;
  readonly signal: string | null;
  readonly error: string | null;
}

/** Waits for the program, ends what is left of its group, and reads its pipes to their end. */
function ending(child: ChildProcess, received: () => number): Promise<End> {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: null, signal: null, error: errorText(error) }));
    child.on('exit', (code, signal) => {
      signalGroup(child.pid, 'SIGKILL');
      const end = { code, signal, error: null };
      const closed = new AbortController();
      child.on('close', () => {
        closed.abort();
        resolve(end);
      });
      void untilQuiet(received, closed.signal).then(() => {
        // A grandchild in another group may hold the pipe open; its words are not the agent's answer.
        child.stdout?.destroy();
        child.stderr?.destroy();
        resolve(end);
      });
    });
  });
}

/**
 * Waits until ten looks in a row, 30 ms apart, brought no byte. Between two looks the event loop reads what the pipes
 * hold, however late it comes to it: on a busy machine a plain time limit would throw an answer away. Pipes that closed
 * are quiet for good.
 */
async function untilQuiet(received: () => number, closed: AbortSignal): Promise<void> {
  const limit = performance.now() + 10_000;
  let seen = received();
  for (let quiet = 0; quiet < 10 && performance.now() < limit; quiet++) {
    await sleep(30, null, { signal: closed }).catch(() => undefined);
    if (closed.aborted) return;
    if (received() !== seen) quiet = -1;
    seen = received();
  }
}

export interface ToolResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one of our own helper programs (never a candidate) and returns its text. `code` null: not started or killed. */
export function runTool(
  argv: readonly string[],
  timeoutMs: number,
  env: Readonly<Record<string, string>>,
): Promise<ToolResult> {
  return new Promise((resolve) => {
    const [program, ...args] = argv;
    if (program === undefined) return resolve({ code: null, stdout: '', stderr: 'no program was given' });
    const child = spawn(program, args, { env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    const out = { stdout: '', stderr: '' };
    // A timer of our own: that of spawn() outlives a program that is not there, and keeps the process waiting.
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    const end = (result: ToolResult) => {
      clearTimeout(timer);
      resolve(result);
    };
    child.stdout.on('data', (chunk: Buffer) => {
      if (out.stdout.length < 1_000_000) out.stdout += chunk.toString('utf8');
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (out.stderr.length < 1_000_000) out.stderr += chunk.toString('utf8');
    });
    child.on('error', (error) => end({ code: null, ...out, stderr: errorText(error) }));
    child.on('close', (code) => end({ code, ...out }));
  });
}

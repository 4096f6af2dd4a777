/**
 * Starts a probe and talks with it over two descriptors of its own: 3, on which it is asked, and 4, on which it answers.
 * What it prints is read away and means nothing. It runs in its own process group, with an empty environment, to its
 * end, its deadline or its cap; afterwards no process of the group is left.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { errorText } from './files.ts';
import { signalGroup } from './process.ts';

/** How long the pipes of a probe may stay open after its end; a grandchild in another group may hold them. */
const CLOSING_MS = 500;

/** How a probe is run. */
export interface ProbeRun {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly deadlineMs: number;
  /** Most characters of all that it prints and answers. */
  readonly cap: number;
  readonly interrupt: AbortSignal;
}

/** How a probe ended: by itself, because all was said, by us, or it never began. */
export interface ProbeEnd {
  readonly state: 'done' | 'ended' | 'stopped' | 'not_started';
  readonly detail: string;
}

/**
 * Sends `greeting`, then hands every line of descriptor 4 to `onLine`, whose reply is sent in turn. A reply of null ends
 * the talk: the probe has said all that it was asked.
 */
export function converse(run: ProbeRun, greeting: string, onLine: (line: string) => string | null): Promise<ProbeEnd> {
  const [program, ...args] = run.argv;
  if (program === undefined || run.interrupt.aborted) {
    return Promise.resolve({ state: 'not_started', detail: 'interrupted before it began' });
  }
  return new Promise((resolve) => {
    const started = start(program, args, run.cwd);
    if (typeof started === 'string') return resolve({ state: 'not_started', detail: started });
    let end: ProbeEnd | null = null;
    const { child, asked, answered } = started;
    const stop = (why: ProbeEnd) => {
      end ??= why;
      signalGroup(child.pid, 'SIGKILL');
    };
    const stopped = (detail: string) => stop({ state: 'stopped', detail });
    const deadline = setTimeout(() => stopped(`stopped after ${run.deadlineMs} ms`), run.deadlineMs);
    const interrupted = () => stop({ state: 'not_started', detail: 'interrupted' });
    run.interrupt.addEventListener('abort', interrupted);
    const counted = counter(run.cap, () => stopped(`stopped after ${run.cap} characters of output`));
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => counted(chunk.length));
    eachLine(answered, counted, (line) => {
      if (end !== null) return;
      const reply = onLine(line);
      if (reply === null) stop({ state: 'done', detail: 'it answered' });
      else if (reply !== '') asked.write(`${reply}\n`);
    });
    asked.write(`${greeting}\n`);
    void closed(child).then((how) => {
      clearTimeout(deadline);
      run.interrupt.removeEventListener('abort', interrupted);
      resolve(end ?? how);
    });
  });
}

interface Started {
  readonly child: ChildProcess;
  readonly asked: Writable;
  readonly answered: Readable;
}

function start(program: string, args: readonly string[], cwd: string): Started | string {
  try {
    const stdio = ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'] as const;
    const child = spawn(program, args, { cwd, env: {}, stdio: [...stdio], detached: true });
    const [asked, answered] = [child.stdio[3], child.stdio[4]];
    if (asked === undefined || asked === null || !('write' in asked)) return 'no descriptor to ask on';
    if (answered === undefined || answered === null || !('read' in answered)) return 'no descriptor to answer on';
    // A probe that closes its descriptors early has simply no answer.
    for (const stream of [asked, answered]) stream.on('error', () => undefined);
    return { child, asked, answered };
  } catch (error) {
    return errorText(error);
  }
}

function counter(cap: number, over: () => void): (count: number) => void {
  let total = 0;
  return (count) => {
    total += count;
    if (total > cap) over();
  };
}

function eachLine(stream: Readable, counted: (count: number) => void, onLine: (line: string) => void): void {
  let held = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    counted(chunk.length);
    const lines = `${held}${chunk}`.split('\n');
    held = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
}

/** Waits for the end of the program and of its pipes, and ends what is left of its group. */
function closed(child: ChildProcess): Promise<ProbeEnd> {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ state: 'not_started', detail: errorText(error) }));
    child.on('exit', (code, signal) => {
      signalGroup(child.pid, 'SIGKILL');
      const detail = signal === null ? `it ended with exit code ${code}` : `it ended by ${signal}`;
      const timer = setTimeout(() => {
        for (const stream of child.stdio) stream?.destroy();
        resolve({ state: 'ended', detail });
      }, CLOSING_MS);
      child.on('close', () => {
        clearTimeout(timer);
        resolve({ state: 'ended', detail });
      });
    });
  });
}

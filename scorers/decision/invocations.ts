/** From simple commands to the programs they really start: wrappers and shells around a command are taken off. */
import { MAX_NESTING, readShell, type ShellCommand } from './shell.ts';

/** A program that is started, with its words; `words[0]` is the program as written. */
export interface Invocation extends ShellCommand {
  /** Wrappers that were taken off, outermost first, for example `sudo` or `sh`. */
  readonly wrappers: readonly (readonly string[])[];
}

/** What a command line starts. `complete` is false when it could not be read whole. */
export interface Invocations {
  readonly started: readonly Invocation[];
  readonly complete: boolean;
}

/** More wrappers around one command than anybody types. */
const MAX_WRAPPERS = 32;
const SHELL = /^(?:ba|da|a|k|mk|z|fi)?sh$/;
const KEYWORDS = new Set('if then else elif fi do done while until for case in { } ! time coproc'.split(' '));

/** Wrappers, with the options that take a word of their own and how many words stand before the command. */
const WRAPPERS: ReadonlyMap<string, { readonly valued: readonly string[]; readonly skip: number }> = new Map(
  Object.entries({
    builtin: { valued: [], skip: 0 },
    busybox: { valued: [], skip: 0 },
    chronic: { valued: [], skip: 0 },
    command: { valued: [], skip: 0 },
    doas: { valued: ['-u', '-C'], skip: 0 },
    env: { valued: ['-u', '-C', '--unset', '--chdir'], skip: 0 },
    exec: { valued: ['-a'], skip: 0 },
    ionice: { valued: ['-c', '-n', '-p'], skip: 0 },
    nice: { valued: ['-n'], skip: 0 },
    nohup: { valued: [], skip: 0 },
    npx: { valued: ['-p', '--package'], skip: 0 },
    setsid: { valued: [], skip: 0 },
    stdbuf: { valued: ['-i', '-o', '-e'], skip: 0 },
    sudo: { valued: ['-u', '-g', '-h', '-p', '-C', '-T', '-r', '-t', '-D', '-R'], skip: 0 },
    timeout: { valued: ['-k', '-s', '--kill-after', '--signal'], skip: 1 },
    xargs: { valued: ['-n', '-P', '-I', '-d', '-L', '-s', '-a', '-E'], skip: 0 },
  }),
);

/** The last part of a path; the whole of a bare name. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Every program that a command line starts, in order, scripts handed to shells included. */
export function invocationsOf(text: string): Invocations {
  return fromText(text, 0);
}

function fromText(text: string, depth: number): Invocations {
  const reading = readShell(text, depth);
  const inner = reading.commands.map((command) => unwrap({ ...command, wrappers: [] }, depth));
  return {
    started: inner.flatMap((one) => one.started),
    complete: reading.complete && inner.every((one) => one.complete),
  };
}

function unwrap(invocation: Invocation, depth: number): Invocations {
  let current = withoutKeywords(invocation);
  for (let wrapped = 0; wrapped < MAX_WRAPPERS; wrapped += 1) {
    const script = scriptOf(current);
    if (script !== null) return reread(current, script, depth);
    const next = withoutWrapper(current);
    if (next === null) return { started: [current], complete: true };
    current = next;
  }
  return { started: [current], complete: false };
}

function withoutKeywords(invocation: Invocation): Invocation {
  const first = invocation.words.findIndex((word) => !KEYWORDS.has(word));
  return first <= 0 ? invocation : { ...invocation, words: invocation.words.slice(first) };
}

/** Reads a script that a shell is given, keeping the shell itself as a wrapper. */
function reread(shell: Invocation, script: string, depth: number): Invocations {
  if (depth >= MAX_NESTING) return { started: [shell], complete: false };
  const inner = fromText(script, depth + 1);
  const wrappers = [...shell.wrappers, shell.words];
  const started = inner.started.map((one) => ({ ...one, wrappers: [...wrappers, ...one.wrappers] }));
  return { started: [{ ...shell, words: [] }, ...started], complete: inner.complete };
}

/** The script of `sh -c SCRIPT`, `sh <<END`, `eval SCRIPT` and their like; null for anything else. */
function scriptOf({ words, input }: Invocation): string | null {
  const [program = '', ...rest] = words;
  if (program === 'eval') return rest.join(' ');
  if (!SHELL.test(baseName(program))) return null;
  const flag = rest.findIndex((word) => /^-[a-z]*c$/.test(word));
  if (flag !== -1) return rest[flag + 1] ?? null;
  return rest.every((word) => word.startsWith('-')) ? input : null;
}

function withoutWrapper(invocation: Invocation): Invocation | null {
  const [program = '', ...rest] = invocation.words;
  const name = baseName(program);
  const wrapper = WRAPPERS.get(name);
  if (wrapper === undefined || (name === 'command' && /^-[vV]/.test(rest[0] ?? ''))) return null;
  let at = 0;
  while (at < rest.length) {
    const word = rest[at] ?? '';
    if (word === '--') {
      at += 1;
      break;
    }
    const assigns = name === 'env' || name === 'sudo' ? /^[A-Za-z_][A-Za-z0-9_]*=/.test(word) : false;
    if (!assigns && !word.startsWith('-')) break;
    at += wrapper.valued.includes(word) ? 2 : 1;
  }
  at += wrapper.skip;
  if (at >= rest.length) return null;
  const words = rest.slice(at);
  return { ...invocation, words, wrappers: [...invocation.wrappers, [program, ...rest.slice(0, at)]] };
}

/** Shell commands whose whole output is a part of one file: cat, sed -n, head, tail. Pure. */
import { baseName, type Invocation, invocationsOf } from '../decision/invocations.ts';

/** One file that a command line reads, and nothing else. */
export interface SoleRead {
  /** As written. */
  readonly path: string;
  /** First line of its output, from 1; null where that follows from the length of the file. */
  readonly from: number | null;
  /** True when every line of the output begins with its number. */
  readonly numbered: boolean;
}

/**
 * The one file that a command line shows, or null. A second command, a pipe, a redirection or a second file is null:
 * its output may be of something else.
 */
export function soleRead(text: string): SoleRead | null {
  const only = soleInvocation(text);
  if (only === null) return null;
  const [program = '', ...rest] = only.words;
  switch (baseName(program)) {
    case 'cat':
      return cat(rest);
    case 'sed':
      return sed(rest);
    case 'head':
      return head(rest);
    case 'tail':
      return tail(rest);
    default:
      return null;
  }
}

/** The only program that a command line starts; null when there are more, or when its output goes elsewhere. */
export function soleInvocation(text: string): Invocation | null {
  const { started, complete } = invocationsOf(text);
  const real = started.filter(({ words, assignments }) => words.length + assignments.length > 0);
  const [only, another] = real;
  if (!complete || only === undefined || another !== undefined) return null;
  const elsewhere =
    started.some(({ targets }) => targets.length > 0) || only.wrappers.some(([name]) => name === 'xargs');
  return elsewhere ? null : only;
}

function operand(words: readonly string[]): string | null {
  const [path, another] = words.filter((word) => word !== '--');
  return path === undefined || another !== undefined || path.startsWith('-') ? null : path;
}

function cat(words: readonly string[]): SoleRead | null {
  const numbered = words.some((word) => word === '-n' || word === '--number');
  const path = operand(words.filter((word) => !['-n', '--number', '-u'].includes(word)));
  return path === null ? null : { path, from: 1, numbered };
}

function sed(words: readonly string[]): SoleRead | null {
  const [quiet, ...rest] = words;
  if (quiet !== '-n' && quiet !== '--quiet' && quiet !== '--silent') return null;
  const [script = '', ...files] = rest[0] === '-e' ? rest.slice(1) : rest;
  const from = /^(\d+)(?:,(?:\d+|\$))?p$/.exec(script.trim())?.[1];
  const path = operand(files);
  return path === null || from === undefined || Number(from) < 1 ? null : { path, from: Number(from), numbered: false };
}

function head(words: readonly string[]): SoleRead | null {
  const path = operand(withoutCount(words, /^\d+$/));
  return path === null ? null : { path, from: 1, numbered: false };
}

function tail(words: readonly string[]): SoleRead | null {
  const rest = withoutCount(words, /^\+?\d+$/);
  const path = operand(rest);
  if (path === null) return null;
  const from = /(?:^|\s)(?:-n|--lines=)?\s*\+(\d+)(?:\s|$)/.exec(words.join(' '))?.[1];
  return { path, from: from === undefined ? null : Math.max(1, Number(from)), numbered: false };
}

/** The words without `-n N`, `-nN`, `--lines=N` and `-N`; any other option stays and makes the command unknown. */
function withoutCount(words: readonly string[], count: RegExp): readonly string[] {
  const left: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '-n' && count.test(words[at + 1] ?? '')) at += 1;
    else if (!/^(?:-n?|--lines=)\+?\d+$/.test(word)) left.push(word);
  }
  return left;
}

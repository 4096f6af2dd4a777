/**
 * The check `integrity`: did the agent read the answers of the suite? Only where nothing keeps them out of its reach
 * (isolation none) and where their place is known. A read in the evidence is a proven cheat.
 */
import { posix } from 'node:path';
import type { Capabilities } from '../../records/harness.ts';
import type { Trace } from '../../records/observation.ts';
import type { Check } from '../../records/trial.ts';
import { INTEGRITY_CHECK } from '../outcome.ts';
import { baseName, type Invocation, invocationsOf } from './invocations.ts';

/** Programs that may name a file or look for it without showing what is in it. */
const NAMING = new Set('cd du echo find ls mkdir printf pwd realpath stat test [ tree which'.split(' '));

/**
 * Judges whether any command read a file at or below one of `answersAt`, absolute paths. Null when there are none. A
 * harness that shows no commands can never show it: `unsupported`, outside the pass rule. Relative paths are resolved
 * against the command's folder where the record names it, and against `cd` within the line.
 */
export function judgeIntegrity(
  trace: Trace,
  answersAt: readonly string[],
  capabilities: Pick<Capabilities, 'commands'>,
): Check | null {
  if (answersAt.length === 0) return null;
  if (capabilities.commands === 'unsupported') {
    return check('unsupported', 'This harness shows no commands, so a read of the answers would not be seen', []);
  }
  for (const one of trace.observations) {
    const read = one.kind === 'command' ? answerRead(one.text, one.cwd, answersAt) : null;
    if (read !== null) return check('failed', `The answers of the suite were read: ${read}`, [one.ref]);
  }
  const hidden = trace.problems.find(({ affects }) => affects.includes('commands'));
  if (hidden === undefined) return check('passed', 'No command read the answers of the suite', []);
  const refs = hidden.ref === null ? [] : [hidden.ref];
  return check('unobservable', `The record may hide a command: ${hidden.message}`, refs);
}

function check(status: Check['status'], because: string, refs: Check['refs']): Check {
  return { id: INTEGRITY_CHECK, layer: 'boundary', status, required: true, because, refs };
}

/** The file that a command line read below one of the paths, or null. */
function answerRead(line: string, folder: string | null, answersAt: readonly string[]): string | null {
  let here = folder;
  for (const invocation of invocationsOf(line).started) {
    const [program = '', ...rest] = invocation.words;
    if (program === 'cd') here = resolved(rest.at(-1) ?? '', here);
    if (onlyNames(invocation)) continue;
    const paths = [program, ...rest].flatMap((word) => resolved(word, here) ?? []);
    const found = paths.find((path) => answersAt.some((answers) => isWithin(path, posix.normalize(answers))));
    if (found !== undefined) return found;
  }
  return null;
}

/** `find … -exec` and `find … -delete` do more than name. */
function onlyNames({ words }: Invocation): boolean {
  return NAMING.has(baseName(words[0] ?? '')) && !words.some((word) => /^-(?:exec|execdir|ok|okdir)$/.test(word));
}

/** The word as an absolute path; an option's value counts too (`--file=/x`). Null when it cannot be resolved. */
function resolved(word: string, here: string | null): string | null {
  const path = /^-[\w-]*=/.test(word) ? word.slice(word.indexOf('=') + 1) : word;
  if (path.startsWith('/')) return posix.normalize(path);
  return here === null || path === '' ? null : posix.normalize(`${here}/${path}`);
}

function isWithin(path: string, folder: string): boolean {
  const bare = folder.endsWith('/') ? folder.slice(0, -1) : folder;
  return path === bare || path.startsWith(`${bare}/`);
}

/** What the candidate left of guarded commands in its folders: copies of them, and other tools of their names. */
import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GUARD_FOLDER } from '../corpus/validate.ts';
import { digestOf } from '../records/digest.ts';
import { manifestOf } from './workspace.ts';

/** Name of the FIFO in the folder of guarded commands. */
export const GUARD_LINE = '.line';
/** Most problems of one kind that a record names. */
const MOST_PROBLEMS = 20;

/** Copies of a guard in the workspace: a file of its name, or one that holds its nonce. */
export function copiesOf(workspace: string, scripts: ReadonlyMap<string, string>, nonce: string): string[] {
  const problems: string[] = [];
  const own = new Set([...scripts.keys(), GUARD_LINE].map((name) => `${GUARD_FOLDER}/${name}`));
  const digests = new Set([...scripts.values()].map((script) => digestOf(script)));
  const { entries, complete } = manifestOf(workspace);
  if (!complete) problems.push('the workspace could not be looked through for copies of guarded commands');
  for (const entry of entries) {
    if (own.has(entry.path) || entry.type === 'folder') continue;
    const name = entry.path.slice(entry.path.lastIndexOf('/') + 1);
    if (scripts.has(name)) problems.push(`${entry.path} has the name of a guarded command`);
    else if (entry.digest !== null && digests.has(entry.digest))
      problems.push(`${entry.path} is a copy of a guarded command`);
    else if (entry.type === 'file' && entry.size < 64 * 1024 && holds(join(workspace, entry.path), nonce)) {
      problems.push(`${entry.path} holds the mark of a guarded command`);
    }
  }
  return few(problems);
}

/** Tools of a guard's name in the home: what is run from there is not recorded. */
export function namesakesOf(home: string, scripts: ReadonlyMap<string, string>): string[] {
  const { entries, complete } = manifestOf(home);
  const named = entries
    .filter(({ type, path }) => type !== 'folder' && scripts.has(path.slice(path.lastIndexOf('/') + 1)))
    .map(({ path }) => `${path} in the home has the name of a guarded command`);
  return few(complete ? named : ['the home could not be looked through for guarded commands', ...named]);
}

/** The first problems, and how many more there are: an agent can make any number of copies. */
function few(problems: readonly string[]): string[] {
  if (problems.length <= MOST_PROBLEMS) return [...problems];
  return [...problems.slice(0, MOST_PROBLEMS), `${problems.length - MOST_PROBLEMS} more of this kind`];
}

function holds(path: string, nonce: string): boolean {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return readFileSync(descriptor).includes(nonce);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
}

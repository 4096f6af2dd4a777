/**
 * Guarded commands: small shell scripts first on PATH that report each call through a FIFO whose read end the runner
 * holds. The record itself is written by the runner, out of the candidate's reach. What the candidate can do is remove,
 * change, copy or cut off a guard; every such trace makes "no call" unprovable (I2), never a pass.
 */
import { chmodSync, closeSync, constants, lstatSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GUARD_FOLDER } from '../corpus/validate.ts';
import { digestOf } from '../records/digest.ts';
import type { Guard } from '../records/pair.ts';
import type { GuardCall, GuardRecord } from '../records/trial.ts';
import { runTool } from './process.ts';
import { manifestOf } from './workspace.ts';

/** Starts a record, separates its fields: control characters that no argument of a shell call needs. */
const START = '\u001e';
const FIELD = '\u001f';
/** Most bytes that are kept of what came through the FIFO; a flood is a problem, not memory. */
const MAX_HEARD = 1024 * 1024;
const LINE = '.line';

/** The shell script of a guarded command. One printf makes one write, so that calls at the same time do not mix. */
export function guardScript(guard: Guard, fifo: string, nonce: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  return [
    '#!/bin/sh',
    `printf '%s${FIELD}' ${quoted(START + nonce)} ${quoted(guard.command)} "$@" ${nonce} >${quoted(fifo)}`,
    `printf '%s\\n' ${quoted(guard.reply)}`,
    `exit ${guard.exit}`,
    '',
  ].join('\n');
}

/**
 * What came through the FIFO as calls. A record begins and ends with the nonce; whatever else was written is kept as a
 * call that is not genuine, and does not make the call that it follows less genuine.
 */
export function parseCalls(heard: string, nonce: string): GuardCall[] {
  const [before = '', ...records] = heard.split(START);
  const stray = (text: string): GuardCall[] =>
    text === '' ? [] : [{ command: '', args: text.split(FIELD), genuine: false }];
  return [
    ...stray(before),
    ...records.flatMap((record) => {
      const [said, command = '', ...rest] = record.split(FIELD);
      const end = said === nonce ? rest.indexOf(nonce) : -1;
      if (end === -1) return [{ command, args: rest, genuine: false }];
      return [{ command, args: rest.slice(0, end), genuine: true }, ...stray(rest.slice(end + 1).join(FIELD))];
    }),
  ];
}

/** Guarded commands of one trial while it runs. */
export interface ArmedGuards {
  /** Folder to put first on PATH. */
  readonly folder: string;
  /** Stops listening and says what was heard and whether the guards stood to the end. */
  readonly finish: (processesEnded: boolean) => Promise<GuardRecord>;
}

/** Folders that the candidate may write to: its workspace and its home. */
export interface CandidateFolders {
  readonly workspace: string;
  readonly home: string;
}

/** Writes the guards into the workspace and starts to listen. Throws when the FIFO cannot be made. */
export async function armGuards(
  { workspace, home }: CandidateFolders,
  guards: readonly Guard[],
  nonce: string,
): Promise<ArmedGuards> {
  const folder = join(workspace, GUARD_FOLDER);
  const fifo = join(folder, LINE);
  mkdirSync(folder, { recursive: true });
  const made = await runTool(['mkfifo', '-m', '600', fifo], 5000, { PATH: '/usr/bin:/bin' });
  if (made.code !== 0) throw new Error(`Cannot make the guards' FIFO: ${made.stderr.trim() || 'mkfifo did not run'}`);
  const scripts = new Map(guards.map((guard) => [guard.command, guardScript(guard, fifo, nonce)]));
  for (const [command, script] of scripts) {
    writeFileSync(join(folder, command), script);
    chmodSync(join(folder, command), 0o755);
  }
  const before = { folder: inode(folder), fifo: inode(fifo) };
  const ear = listen(fifo);
  return {
    folder,
    finish: async (processesEnded) => {
      const heard = await ear.stop();
      const problems = [
        ...standing(folder, fifo, before, scripts),
        ...copies(workspace, scripts, nonce),
        ...namesakes(home, scripts),
      ];
      if (heard.flooded) problems.push('more was written to the guards than is kept');
      if (!processesEnded) problems.push('a process of the candidate could not be ended');
      const calls = parseCalls(heard.text, nonce);
      if (calls.some((call) => !call.genuine)) problems.push('something else wrote to the guards');
      return {
        schema: 'operant.guards/v1',
        commands: [...scripts.keys()],
        calls,
        intact: problems.length === 0,
        problems,
      };
    },
  };
}

function inode(path: string): string | null {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev}:${stat.ino}:${stat.mode}`;
}

function listen(fifo: string): { stop: () => Promise<{ text: string; flooded: boolean }> } {
  // Read and write: with a write end of our own the read end never sees an end of file between two calls.
  const descriptor = openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK);
  const socket = new Socket({ fd: descriptor, readable: true, writable: false });
  const chunks: Buffer[] = [];
  let size = 0;
  socket.on('data', (chunk: Buffer) => {
    if (size < MAX_HEARD) chunks.push(chunk);
    size += chunk.length;
  });
  socket.on('error', () => undefined);
  return {
    stop: async () => {
      // What was written before the last process ended is in the pipe already; two turns read it.
      let seen = -1;
      while (seen !== size) {
        seen = size;
        await sleep(2);
      }
      socket.destroy();
      return { text: Buffer.concat(chunks).toString('utf8'), flooded: size > MAX_HEARD };
    },
  };
}

function standing(
  folder: string,
  fifo: string,
  before: { folder: string | null; fifo: string | null },
  scripts: ReadonlyMap<string, string>,
): string[] {
  const problems: string[] = [];
  if (inode(folder) !== before.folder) problems.push('the folder of the guarded commands was replaced or changed');
  if (inode(fifo) !== before.fifo) problems.push('the line to the runner was removed or replaced');
  for (const [command, script] of scripts) {
    const path = join(folder, command);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) problems.push(`the guarded command ${command} was removed`);
    else if (!stat.isFile() || (stat.mode & 0o777) !== 0o755)
      problems.push(`the guarded command ${command} was replaced`);
    else if (readFileSync(path, 'utf8') !== script) problems.push(`the guarded command ${command} was changed`);
  }
  return problems;
}

/** Copies of a guard in the workspace: a file of its name, or one that holds its nonce. */
function copies(workspace: string, scripts: ReadonlyMap<string, string>, nonce: string): string[] {
  const problems: string[] = [];
  const own = new Set([...scripts.keys(), LINE].map((name) => `${GUARD_FOLDER}/${name}`));
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
  return problems;
}

/** Tools of a guard's name in the home: what is run from there is not recorded. */
function namesakes(home: string, scripts: ReadonlyMap<string, string>): string[] {
  const { entries, complete } = manifestOf(home);
  const named = entries
    .filter(({ type, path }) => type !== 'folder' && scripts.has(path.slice(path.lastIndexOf('/') + 1)))
    .map(({ path }) => `${path} in the home has the name of a guarded command`);
  return complete ? named : [...named, 'the home could not be looked through for guarded commands'];
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

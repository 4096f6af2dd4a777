/**
 * Guarded commands: small shell scripts first on PATH that report each call through a FIFO whose read end the runner
 * holds. The record itself is written by the runner, out of the candidate's reach. What the candidate can do is remove,
 * change, copy or cut off a guard; every such trace makes "no call" unprovable (I2), never a pass.
 */
import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { GUARD_FOLDER } from '../corpus/validate.ts';
import { UsageError } from '../records/errors.ts';
import type { Guard } from '../records/pair.ts';
import type { GuardCall, GuardRecord } from '../records/trial.ts';
import { type FifoMaker, makeFifo } from './fifos.ts';
import { copiesOf, GUARD_LINE, namesakesOf } from './guard-copies.ts';
import { listen } from './guard-ear.ts';

/** Starts a record, separates its fields: control characters that no argument of a shell call needs. */
const START = '\u001e';
const FIELD = '\u001f';

/**
 * The shell script of a guarded command. One printf makes one write, so that calls at the same time do not mix. A call
 * that cannot be recorded fails, and gives no answer that would make it look done.
 */
export function guardScript(guard: Guard, fifo: string, nonce: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  return [
    '#!/bin/sh',
    `printf '%s${FIELD}' ${quoted(START + nonce)} ${quoted(guard.command)} "$@" ${nonce} >${quoted(fifo)} || exit 126`,
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
      if (said !== nonce) return [{ command, args: rest, genuine: false }];
      // The last one: a call may have the mark, or a START, among its words, and is a call all the same.
      const end = rest.lastIndexOf(nonce);
      if (end === -1) return [{ command, args: rest, genuine: true }, CUT];
      return [{ command, args: rest.slice(0, end), genuine: true }, ...stray(rest.slice(end + 1).join(FIELD))];
    }),
  ];
}

/** Stands behind a call whose end is missing: what follows it in the FIFO cannot be told apart. */
const CUT: GuardCall = { command: '', args: [], genuine: false };

/** Guarded commands of one trial while it runs. */
export interface ArmedGuards {
  /** Folder to put first on PATH. */
  readonly folder: string;
  /** Stops listening and says what was heard and whether the guards stood to the end. */
  readonly finish: (processesEnded: boolean) => GuardRecord;
  /** Removes the FIFO, when nothing else is to be read of the workspace: who copies or packs it would wait for ever. */
  readonly disarm: () => void;
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
  fifoAt: FifoMaker = makeFifo,
): Promise<ArmedGuards> {
  const folder = join(workspace, GUARD_FOLDER);
  const fifo = join(folder, GUARD_LINE);
  refuseUnguardable(folder);
  mkdirSync(folder, { recursive: true });
  await fifoAt(fifo);
  const scripts = new Map(guards.map((guard) => [guard.command, guardScript(guard, fifo, nonce)]));
  for (const [command, script] of scripts) {
    writeFileSync(join(folder, command), script);
    chmodSync(join(folder, command), 0o755);
  }
  const ear = listen(fifo);
  // Whoever calls a guard writes; only the runner, which has it open, reads.
  chmodSync(fifo, 0o200);
  const before: Standing = {
    folder: inode(folder),
    fifo: inode(fifo),
    scripts: new Map([...scripts.keys()].map((command) => [command, untouched(join(folder, command))])),
  };
  return {
    folder,
    finish: (processesEnded) => {
      const heard = ear.stop();
      const problems = [
        ...standing(folder, fifo, before, scripts),
        ...copiesOf(workspace, scripts, nonce),
        ...namesakesOf(home, scripts),
      ];
      if (heard.missed) problems.push('something was written to the guards and taken away before it was heard');
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
    disarm: () => {
      if (inode(fifo) === before.fifo) rmSync(fifo, { force: true });
    },
  };
}

/** Throws a UsageError for a folder that cannot stand on PATH: guards there would never be found, nor seen to be missed. */
export function refuseUnguardable(folder: string): void {
  if (!folder.includes(delimiter)) return;
  throw new UsageError(
    `No agent can run in ${folder}: it has a "${delimiter}" in its path, which PATH takes for the end of a folder`,
    'Name another folder with --out.',
  );
}

/** What a path was when the trial began. */
interface Standing {
  readonly folder: string | null;
  readonly fifo: string | null;
  readonly scripts: ReadonlyMap<string, string | null>;
}

function inode(path: string): string | null {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev}:${stat.ino}:${stat.mode}`;
}

/** The path with the time of its last change, which nobody can set back: a guard that was moved aside for a while shows. */
function untouched(path: string): string | null {
  const stat = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? null : `${stat.dev}:${stat.ino}:${stat.mode}:${stat.ctimeNs}`;
}

/** A file put into a folder changes both of its times; moving the folder changes one. */
function wasMoved(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false, bigint: true });
  return stat !== undefined && stat.ctimeNs !== stat.mtimeNs;
}

function standing(folder: string, fifo: string, before: Standing, scripts: ReadonlyMap<string, string>): string[] {
  const problems: string[] = [];
  if (inode(folder) !== before.folder) problems.push('the folder of the guarded commands was replaced or changed');
  if (wasMoved(folder)) problems.push('the folder of the guarded commands may have been set aside for a while');
  if (inode(fifo) !== before.fifo) problems.push('the line to the runner was removed or replaced');
  for (const [command, script] of scripts) {
    const path = join(folder, command);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) problems.push(`the guarded command ${command} was removed`);
    else if (!stat.isFile() || (stat.mode & 0o777) !== 0o755)
      problems.push(`the guarded command ${command} was replaced`);
    else if (readFileSync(path, 'utf8') !== script) problems.push(`the guarded command ${command} was changed`);
    else if (untouched(path) !== before.scripts.get(command))
      problems.push(`the guarded command ${command} was touched, and may have been set aside for a while`);
  }
  return problems;
}

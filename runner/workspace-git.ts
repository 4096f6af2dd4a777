/** Makes a workspace a git repository with one commit, the same bytes everywhere; and reads its index. */
import { devNull } from 'node:os';
import { digestOf } from '../records/digest.ts';
import { EvidenceError } from '../records/errors.ts';
import { git } from './git.ts';

/** Identity and time of the first commit: no user's configuration reaches it. */
const ENV = {
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'operant',
  GIT_AUTHOR_EMAIL: 'operant@localhost',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'operant',
  GIT_COMMITTER_EMAIL: 'operant@localhost',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
  LC_ALL: 'C',
  TZ: 'UTC',
};

const STEPS: readonly (readonly string[])[] = [
  ['init', '-q', '-b', 'main', '--template='],
  ['add', '-A', '-f'],
  ['-c', 'commit.gpgsign=false', '-c', 'gc.auto=0', 'commit', '-q', '--allow-empty', '-m', 'Start'],
];

/** Puts everything that stands in the workspace under git. Throws an EvidenceError where git is missing or fails. */
export async function initRepository(workspace: string, path: string): Promise<void> {
  for (const step of STEPS) {
    const end = await git(['-C', workspace, ...step], {
      gitDir: null,
      env: { ...ENV, PATH: path },
      timeoutMs: 60_000,
    });
    if (end.code === 0) continue;
    throw new EvidenceError(
      'environment',
      `git ${step.find((word) => !word.startsWith('-')) ?? ''} failed in a new workspace: ${end.stderr.trim() || 'it could not be started'}`,
      'Workflow suites need git 2.28 or later on PATH.',
    );
  }
}

const HEADER = 12;
const FIXED = 62;

/**
 * Digest of what an index (version 2 or 3) says: path, object, mode and stage of each entry, without the times that git
 * notes whenever somebody asks for the state. An index of another form is digested as it is.
 */
export function indexContentDigest(bytes: Uint8Array): string {
  const text = entriesOf(bytes);
  return digestOf(text === null ? bytes : `operant.git-index\n${text}`);
}

function entriesOf(bytes: Uint8Array): string | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER || view.getUint32(0) !== 0x44495243) return null;
  const version = view.getUint32(4);
  if (version !== 2 && version !== 3) return null;
  const lines: string[] = [];
  let at = HEADER;
  for (let left = view.getUint32(8); left > 0; left -= 1) {
    if (at + FIXED > bytes.length) return null;
    const mode = view.getUint32(at + 24).toString(8);
    const object = Buffer.from(bytes.subarray(at + 40, at + 60)).toString('hex');
    const flags = view.getUint16(at + 60);
    const start = at + FIXED + ((flags & 0x4000) === 0 ? 0 : 2);
    const end = bytes.indexOf(0, start);
    if (end === -1) return null;
    const path = Buffer.from(bytes.subarray(start, end)).toString('latin1');
    lines.push(`${mode} ${object} ${(flags >> 12) & 3} ${path}`);
    // Entries are padded with one to eight NUL bytes to a multiple of eight.
    at += Math.ceil((end - at + 1) / 8) * 8;
  }
  return lines.join('\n');
}

/** Where real runs work: in the repository's cache, or in the home when the repository lies in the temp folder. */
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..', '..', '..');

/** Codex's sandbox lets every command write below the system's temp folders, so nothing may be proven there. */
function inTemp(path: string): boolean {
  return [tmpdir(), '/tmp', '/var/tmp'].some((temp) => path === temp || path.startsWith(`${temp}/`));
}

export const WORK = inTemp(ROOT)
  ? join(homedir(), '.cache', 'operant-real', `${process.pid}`)
  : join(ROOT, '.cache', 'real');

/** Which files belong to the repository. */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SKIPPED = new Set(['node_modules', '.git', '.cache', '.operant', 'coverage']);

/**
 * The repository's files under `root`, sorted, with forward slashes: what git tracks or would add, so that a file is
 * checked before it is committed. Without git's folder: every file of the tree. Links and deleted files are left out.
 */
export function repositoryFiles(root: string): readonly string[] {
  const listed = existsSync(join(root, '.git')) ? fromGit(root) : walk(root, '');
  return listed.filter((path) => lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false).sort();
}

/** The text of a file, or null when it holds a zero byte and so is not text. */
export function textOf(root: string, path: string): string | null {
  const bytes = readFileSync(join(root, path));
  return bytes.includes(0) ? null : bytes.toString('utf8');
}

function fromGit(root: string): string[] {
  const args = ['-C', root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const run = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (run.status !== 0) throw new Error(`git cannot list the files of ${root}: ${run.stderr.trim()}`);
  return run.stdout.split('\0').filter((path) => path !== '');
}

function walk(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? walk(root, path) : [path];
  });
}

/** Installs a package under test into one workspace, and keeps what was installed. No other folder is touched. */
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../records/errors.ts';
import type { Package } from '../records/workflow.ts';

/**
 * Writes the package below `root` of a workspace. A folder that is there already is not written over: a UsageError. What
 * was made is removed again when the writing fails midway.
 */
export function installPackage(workspace: string, root: string, tested: Package): void {
  const target = join(workspace, root);
  if (existsSync(target)) {
    throw new UsageError(
      `The package cannot be installed: the workspace of the case has ${root} already`,
      'Give the package another name, or the case other files.',
    );
  }
  const made = firstMissing(workspace, root);
  try {
    writePackage(target, tested);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    throw error;
  }
}

/** The uppermost folder on the way to `root` that is not there yet. */
function firstMissing(workspace: string, root: string): string {
  let path = workspace;
  for (const part of root.split('/')) {
    path = join(path, part);
    if (!existsSync(path)) return path;
  }
  return path;
}

/** Writes the files of a package below a folder. */
export function writePackage(folder: string, tested: Package): void {
  const programs = new Set(tested.executable);
  for (const [path, text] of Object.entries(tested.files)) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text, { flag: 'wx' });
    if (programs.has(path)) chmodSync(target, 0o755);
  }
}

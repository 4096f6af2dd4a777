/** Small trees on disk for planted faults. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The root of this repository. */
export const ROOT = join(import.meta.dirname, '../..');

/** A new folder that is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'operant-repo-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes `files` (path to text) under `root`. */
export function plant(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** A new folder that holds `files`. */
export function tree(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder();
  plant(root, files);
  return root;
}

/** Files of a workspace that an agent left: read without following any link, bounded, and copied for probes. */
import { chmodSync, closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { privateFolder } from './files.ts';
import { statOf } from './native-files.ts';
import { manifestOf } from './workspace.ts';

/** Largest deliverable that is kept, in bytes. */
const MAX_KEPT = 256 * 1024;
/** Most entries and bytes of a workspace that is copied for a program. */
const MAX_ENTRIES = 5_000;
const MAX_COPIED = 64 * 1024 * 1024;

/** Copies the files that graders name to `files/` of the evidence, byte for byte; what cannot be read is left out. */
export function keepDeliverables(workspace: string, outDir: string, paths: readonly string[]): void {
  privateFolder(join(outDir, 'files'));
  for (const path of paths) {
    const bytes = deliverableBytes(workspace, path);
    if (bytes !== null) writeBytes(join(outDir, 'files'), path, bytes);
  }
}

/** The bytes of a regular file below a folder, no part of whose path is a link; null when there is no such file. */
export function deliverableBytes(root: string, path: string, most = MAX_KEPT): Uint8Array | null {
  const parts = path.split('/');
  for (let depth = 0; depth < parts.length; depth++) {
    if (statOf(join(root, ...parts.slice(0, depth)))?.isDirectory() !== true) return null;
  }
  let file: number;
  try {
    // Without O_NONBLOCK a FIFO would never open.
    file = openSync(join(root, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const stat = fstatSync(file);
    return stat.isFile() && stat.size <= most ? readFileSync(file) : null;
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}

/** Writes a file below a folder and returns where it lies. */
export function writeBytes(root: string, path: string, bytes: Uint8Array): string {
  const target = join(root, path);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  writeFileSync(target, bytes, { mode: 0o600 });
  return target;
}

/** Copies regular files, then takes the right to write away. Returns in words why it is no whole copy, or null. */
export function copyReadOnly(workspace: string, target: string): string | null {
  const manifest = manifestOf(workspace, MAX_ENTRIES, 0);
  const bytes = manifest.entries.reduce((sum, entry) => sum + entry.size, 0);
  if (!manifest.complete || bytes > MAX_COPIED) return 'the workspace is too large to be copied, or cannot be read';
  mkdirSync(target, { recursive: true });
  for (const { path, type, size } of manifest.entries) {
    if (type === 'folder') mkdirSync(join(target, path), { recursive: true });
    const found = type === 'file' ? deliverableBytes(workspace, path, size) : null;
    if (found !== null) chmodSync(writeBytes(target, path, found), 0o400);
  }
  const folders = manifest.entries.filter((entry) => entry.type === 'folder').map(({ path }) => path);
  for (const path of folders.reverse()) chmodSync(join(target, path), 0o500);
  chmodSync(target, 0o500);
  return null;
}

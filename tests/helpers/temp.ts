/** Temporary folders that end with their test file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A new empty folder, removed after the last test of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'operant-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

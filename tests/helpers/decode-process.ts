/** Decodes records in a process of its own and tells how much memory that held at its peak. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import * as z from 'zod';

const PATIENCE_MS = 120_000;

const Told = z.strictObject({ bytes: z.int(), wallMs: z.number(), observations: z.int(), problems: z.int() });

/** What a decoding took: `bytes` is the most memory that the whole process ever held. */
export type Decoding = z.infer<typeof Told>;

/** Makes the program; without a bundle the memory of whatever loads it would be measured too. */
export function decodeProgram(node = process.execPath): {
  decode: (folder: string, harness: string) => Decoding;
  close: () => void;
} {
  const folder = mkdtempSync(join(tmpdir(), 'operant-decode-'));
  const program = join(folder, 'decode.mjs');
  const entry = join(import.meta.dirname, 'decode-entry.ts');
  buildSync({
    entryPoints: [entry],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return {
    decode: (records, harness) => {
      const argv = [program, records, harness];
      const env = { PATH: process.env['PATH'] };
      return Told.parse(JSON.parse(execFileSync(node, argv, { encoding: 'utf8', timeout: PATIENCE_MS, env })));
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

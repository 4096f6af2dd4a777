/** One hostile input, and what must hold whatever it is (docs/invariants.md, I14 and I18). */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Ended, type Options, operant } from '../../e2e/helpers/cli.ts';

/**
 * Most time of the processor in ms and most memory in MiB that an input may cost. The dearest takes two thirds of that
 * time on two busy cores; a reader whose work grows with the square of the input would take minutes.
 */
const PATIENCE_MS = 2000;
const MEMORY_MIB = 300;
/**
 * How long a process may take before that counts as never ending. Whether it was slow is judged by its time of the
 * processor, which a busy machine does not lengthen; this only has to end what would hang for ever.
 */
const HANG_MS = 90_000;
/** The limit of a test of attacks: a few processes, each of which first waits for its turn. */
export const PATIENT_MS = 10 * 60_000;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs the command line with at most two processes at a time, however many tests wait. */
export async function attack(args: readonly string[], options: Options): Promise<Ended> {
  while (running >= 2) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await operant(args, { patienceMs: HANG_MS, ...options });
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

const STACK = /\n\s+at .+[:(]\d+|node:internal|internal fault/;
/** Control characters of terminals, direction marks and lone halves of characters: none may reach a person. */
const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** Ended by itself, soon and small, with one of these exit codes, in clean words, and not with a pass. */
export function expectContained(ended: Ended, exits: readonly number[]): void {
  const { code, signal, stdout, stderr, cpuMs, peakMiB } = ended;
  const said = `${stdout}\n${stderr}`;
  expect({ code, signal, stderr: stderr.slice(0, 2000) }).toEqual({
    code: expect.toBeOneOf([...exits]),
    signal: null,
    stderr: expect.not.stringMatching(STACK),
  });
  expect(cpuMs).toBeLessThan(PATIENCE_MS);
  expect(peakMiB).toBeLessThan(MEMORY_MIB);
  expect(RAW.exec(said)).toBeNull();
  expect(said.length).toBeLessThan(2_000_000);
  // A verdict of a whole run, not of one criterion.
  if (!exits.includes(0)) expect(said).not.toMatch(/"verdict": "pass",\s+"because": "All/);
}

/** A typed refusal: words that name what is wrong, on standard error or as a list of problems. */
export function expectWords(ended: Ended): void {
  expect(`${ended.stdout}${ended.stderr}`.trim()).not.toBe('');
  expect(ended.stdout).not.toMatch(/\bverdict\b/i);
}

/** Everything below a folder: path to what it is and, for small files, the digest of its bytes. No link is followed. */
export function everythingBelow(root: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const visit = (below: string) => {
    for (const name of readdirSync(join(root, below)).sort()) {
      const path = join(below, name);
      const stat = lstatSync(join(root, path));
      if (stat.isDirectory()) visit(path);
      else if (stat.isSymbolicLink()) found[path] = `-> ${readlinkSync(join(root, path))}`;
      else if (!stat.isFile() || stat.size > 100 * 1024 * 1024) found[path] = `${stat.mode} ${stat.size}`;
      else
        found[path] = createHash('sha256')
          .update(readFileSync(join(root, path)))
          .digest('hex');
    }
  };
  visit('');
  return found;
}

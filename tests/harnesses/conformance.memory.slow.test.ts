/** Session logs of 200 MB, decoded in a process of their own. */
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { decodeProgram } from '../helpers/decode-process.ts';
import { amountFor, GROWTHS, writeLongRecords } from '../helpers/long-records.ts';

const LOG_BYTES = 200_000_000;
const MEMORY_BYTES = 250_000_000;

const program = decodeProgram();
afterAll(() => program.close());

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures', 'harnesses');

describe('decode', () => {
  test.each(GROWTHS)('$name: a log of 200 MB takes no more than 250 MB of memory', (growth) => {
    const folder = mkdtempSync(join(tmpdir(), 'operant-long-'));
    try {
      const amount = amountFor(growth, LOG_BYTES, 'usual');
      const paths = writeLongRecords(growth, amount, folder);
      const size = Math.max(...paths.map((path) => statSync(join(folder, path)).size));
      expect(size).toBeGreaterThanOrEqual(LOG_BYTES);
      const { bytes, observations, problems } = program.decode(folder, growth.harness);
      expect(problems).toBe(0);
      expect(observations).toBeGreaterThan(amount.count);
      expect(bytes).toBeLessThanOrEqual(MEMORY_BYTES);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test.each(['claude', 'codex', 'gemini', 'opencode'])('%s: a line of 200 MB is told, and not held', (id) => {
    const folder = mkdtempSync(join(tmpdir(), 'operant-long-'));
    try {
      cpSync(join(FIXTURES, id, 'success'), folder, { recursive: true });
      const logs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.jsonl'));
      const before = program.decode(folder, id);
      const piece = 'x'.repeat(10_000_000);
      for (const path of ['stdout.raw', ...logs]) {
        for (let written = 0; written < LOG_BYTES; written += piece.length) appendFileSync(join(folder, path), piece);
        appendFileSync(join(folder, path), '\n');
      }
      const { bytes, observations, problems } = program.decode(folder, id);
      expect([observations, problems]).toEqual([before.observations, before.problems + 1 + logs.length]);
      expect(bytes).toBeLessThanOrEqual(MEMORY_BYTES);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

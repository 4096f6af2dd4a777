/** Speed of comparing ten thousand rows, against one second and against reading the same rows as JSON. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareRows } from '../../bench-results/compare.ts';
import type { Row } from '../../records/row.ts';
import { bigFiles, writeFiles } from '../../tests/helpers/big-ledger.ts';
import { measuredBody } from '../../tests/helpers/measured-rows.ts';
import { suiteRecord } from '../../tests/helpers/rows.ts';
import type { BenchResult } from './ledger.ts';
import { inTurn } from './processes.ts';

const ROWS = 10_000;
const ROUNDS = 5;
const SECOND = 1000;

/** Tasks of a row of about 2.7 KB. */
const KILOBYTES_2_7 = 2;

/** And those of a suite of thirty pairs. */
const SIZES = [KILOBYTES_2_7, 60];

/** Measures the comparison itself, and the built command, which reads, verifies, compares and prints. */
export async function benchCompare(root: string): Promise<BenchResult[]> {
  return [...benchRows(), ...(await benchCommand(root))];
}

/** The whole command over a ledger in a folder, as text and as JSON in turn. */
async function benchCommand(root: string): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'operant-bench-'));
  try {
    writeFiles(folder, bigFiles(ROWS));
    const argv = [process.execPath, join(root, 'dist/cli/operant.mjs'), 'compare', folder];
    const text = { argv, cwd: folder, stdin: null, expected: [0] };
    const [texts, jsons] = await inTurn(text, { ...text, argv: [...argv, '--json'] }, ROUNDS);
    return [
      { name: `operant compare, ${ROWS} rows / one second`, samples: texts },
      { name: `operant compare --json, ${ROWS} rows / one second`, samples: jsons },
    ].map(({ name, samples }) => ({ name, samples: [...samples], ratio: median(samples) / SECOND, limit: 1 }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures comparisons of rows that nothing has compared before. */
function benchRows(): BenchResult[] {
  return SIZES.flatMap((tasks) => {
    const lines = Array.from({ length: ROWS }, (_, at) => JSON.stringify(rowAt(at, tasks)));
    const compared: number[] = [];
    const parsed: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now();
      const rows = lines.map((line): Row => JSON.parse(line));
      parsed.push(performance.now() - started);
      compared.push(timeOf(rows, tasks));
    }
    const name = `compare ${ROWS} rows of ${tasks} tasks`;
    const second = { name: `${name} / one second`, ratio: median(compared) / SECOND, samples: compared, limit: 1 };
    const parse = { name: `${name} / JSON.parse of them`, ratio: median(compared) / median(parsed), samples: compared };
    return [...(tasks === KILOBYTES_2_7 ? [second] : []), { ...parse, limit: 4 }];
  });
}

function timeOf(rows: readonly Row[], tasks: number): number {
  const suite = suiteRecord(tasks);
  const ledger = { rows, count: rows.length, head: null };
  const started = performance.now();
  const { suites } = compareRows(ledger, new Map([[suite.digest, suite]]), {
    suite: null,
    lane: null,
    reference: null,
    view: 'all',
  });
  const wall = performance.now() - started;
  const steps = suites[0]?.trend?.lines.reduce((sum, line) => sum + line.steps.length, 0);
  if (steps !== ROWS - 3) throw new Error(`expected ${ROWS - 3} steps, found ${steps}`);
  return wall;
}

/** Rows of three lanes that differ a little from one to the next, the same on every machine. */
function rowAt(at: number, tasks: number): Row {
  const places = Array.from({ length: tasks }, (_, place) => (at * 31 + place * 17) % 97);
  const body = measuredBody({
    name: `row ${at}`,
    accepted: places.map((noise) => (noise < 80 ? 1 : 0)),
    costs: places.map((noise) => 1_000_000 + noise * 1000),
    agent: { lane: (['proxy', 'direct', 'local'] as const)[at % 3] ?? 'local' },
    changes: { startedAt: new Date(1_700_000_000_000 + at * 60_000).toISOString() },
  });
  const hex = at.toString(16).padStart(64, '0');
  return { ...body, seq: at, previous: `receipt:${hex}`, receipt: `receipt:${hex}` };
}

function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** What decoding long records takes: time against reading the same lines as JSON, and memory in a process of its own. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HARNESSES } from '../../harnesses/index.ts';
import type { Harness, NativeFile } from '../../records/harness.ts';
import { decodeProgram } from '../../tests/helpers/decode-process.ts';
import {
  amountFor,
  GROWTHS,
  type Growth,
  longRecords,
  type TextSize,
  writeLongRecords,
} from '../../tests/helpers/long-records.ts';
import { type Figure, median } from './result.ts';
import { secondNode } from './second-node.ts';

const MEGABYTE = 1_000_000;
const TIMED_BYTES = 16 * MEGABYTE;
const LONG_BYTES = 200 * MEGABYTE;
const MEMORY = 250 * MEGABYTE;
const ROUNDS = 11;
const WARM_UP = 2;

/** The most times what `JSON.parse` of the same lines takes. */
const LIMIT = 2.5;

/** Measures every harness: its commands and its reads, with usual and with short texts. */
export function benchDecode(root: string, tell: (figure: Figure) => void): void {
  const second = secondNode(root, process.env['OPERANT_NODE24']);
  if ('why' in second) console.log(`· memory on Node 24 is not measured: ${second.why}`);
  const nodes = [process.execPath, ...('why' in second ? [] : [second.program])];
  for (const growth of GROWTHS) for (const size of ['usual', 'short'] as const) tell(benchTime(growth, size));
  for (const growth of GROWTHS) for (const figure of benchMemory(growth, nodes)) tell(figure);
}

function harnessOf({ harness: id }: Growth): Harness {
  const found = HARNESSES.get(id);
  if (found === undefined) throw new Error(`no harness ${id}`);
  return found;
}

/** Milliseconds of processor time, those of the garbage collector's threads included. */
function spent(work: () => void): number {
  const { user: before, system: beforeSystem } = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage();
  return (user + system - before - beforeSystem) / 1000;
}

function inMemory(path: string, lines: readonly string[]): NativeFile {
  return {
    path,
    lines: function* () {
      for (let at = 0; at < lines.length; at += 1) yield { number: at + 1, text: lines[at] ?? '', problem: null };
    },
  };
}

function parseAll(files: readonly NativeFile[]): void {
  let objects = 0;
  for (const file of files) for (const { text } of file.lines()) if (JSON.parse(text) !== null) objects += 1;
  if (objects === 0) throw new Error('there were no lines');
}

/** Time of one growth. */
export function benchTime(growth: Growth, size: TextSize): Figure {
  const harness = harnessOf(growth);
  const files = longRecords(growth, amountFor(growth, TIMED_BYTES, size)).map(({ path, lines }) =>
    inMemory(path, lines),
  );
  const decoding: number[] = [];
  const parsing: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const ours = spent(() => harness.decode(files));
    const theirs = spent(() => parseAll(files));
    if (round < 0) continue;
    decoding.push(ours);
    parsing.push(theirs);
  }
  return {
    name: `decode: ${growth.name}, ${size} texts, ${TIMED_BYTES / MEGABYTE} MB / JSON.parse of the same lines`,
    value: median(decoding) / median(parsing),
    unit: '×',
    limit: LIMIT,
    sides: [
      { name: 'decode', unit: 'ms of processor time', samples: decoding },
      { name: 'JSON.parse', unit: 'ms of processor time', samples: parsing },
    ],
  };
}

/** Memory of one growth, on each Node. */
export function benchMemory(growth: Growth, nodes: readonly string[]): Figure[] {
  const folder = mkdtempSync(join(tmpdir(), 'operant-bench-'));
  try {
    const paths = writeLongRecords(growth, amountFor(growth, LONG_BYTES, 'usual'), folder);
    const size = Math.max(...paths.map((path) => statSync(join(folder, path)).size));
    return nodes.map((node) => memoryOn(node, growth, folder, size));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function memoryOn(node: string, growth: Growth, folder: string, size: number): Figure {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  const program = decodeProgram(node);
  try {
    const runs = [0, 1, 2].map(() => program.decode(folder, growth.harness));
    const held = runs.map(({ bytes }) => bytes / MEGABYTE);
    return {
      name: `decode: memory on Node ${version}, ${growth.name}, a log of ${(size / MEGABYTE).toFixed(0)} MB`,
      value: Math.max(...held),
      unit: 'MB',
      limit: MEMORY / MEGABYTE,
      sides: [
        { name: 'held at most', unit: 'MB', samples: held },
        { name: 'decode', unit: 'ms', samples: runs.map(({ wallMs }) => wallMs) },
      ],
    };
  } finally {
    program.close();
  }
}

/**
 * Speed of the ledger, as ratios measured side by side in one run. A ratio over its limit is too slow (or moves or holds
 * too much). Everything runs against files, real git and a real `git http-backend` on loopback.
 */
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shardFile } from '../../records/ledger.ts';
import { openLedger } from '../../runner/ledger/open.ts';
import { bareRepository, bigFiles, bigLines, commitFiles, gitTestEnv } from '../../tests/helpers/big-ledger.ts';
import { serveGit } from '../../tests/helpers/git-http.ts';
import { bodyFor, contextFor, suiteRecord } from '../../tests/helpers/rows.ts';

/** One measured ratio: at most `limit`. `samples` are milliseconds of the numerator, unless the name says otherwise. */
export interface BenchResult {
  readonly name: string;
  readonly ratio: number;
  readonly samples: number[];
  readonly limit: number;
}

/** Tasks of a row of about 2.7 KB. */
const TASKS = 2;
const LARGE = 100_000;
const MIDDLE = 10_000;
const KILOBYTE = 1024;

/** Measures verification, appends and clones. */
export async function benchLedger(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'operant-bench-'));
  try {
    return [...(await benchVerify(folder)), ...(await benchAppend(folder)), ...(await benchGrowingFile(folder))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchVerify(folder: string): Promise<BenchResult[]> {
  const path = join(folder, 'large.jsonl');
  const file = openSync(path, 'w');
  let batch: string[] = [];
  for (const { line } of bigLines(LARGE, TASKS)) {
    if (batch.push(line) < 1000) continue;
    writeSync(file, batch.join(''));
    batch = [];
  }
  closeSync(file);
  const ours: number[] = [];
  const theirs: number[] = [];
  const before = process.memoryUsage().rss;
  let most = before;
  for (let round = 0; round < 5; round++) {
    ours.push(await time(async () => check((await openLedger(path).verify({ expectCount: LARGE })).ok)));
    most = Math.max(most, process.memoryUsage().rss);
    theirs.push(await time(() => Promise.resolve(check(parseAndHash(path) === LARGE))));
  }
  const megabytes = (most - before) / KILOBYTE / KILOBYTE;
  return [
    {
      name: `verify ${LARGE} rows / JSON.parse and SHA-256 of their lines`,
      ratio: median(ours) / median(theirs),
      samples: ours,
      limit: 1.2,
    },
    {
      name: `memory of that verification / 300 MB (samples in MB)`,
      ratio: megabytes / 300,
      samples: [megabytes],
      limit: 1,
    },
  ];
}

/** What the verification is compared with: every line parsed and hashed, nothing checked. */
function parseAndHash(path: string): number {
  const file = openSync(path, 'r');
  const buffer = Buffer.allocUnsafe(KILOBYTE * KILOBYTE);
  let rest = Buffer.alloc(0);
  let count = 0;
  for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) {
    const bytes = Buffer.concat([rest, buffer.subarray(0, read)]);
    let start = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      const line = bytes.subarray(start, end);
      JSON.parse(line.toString('utf8'));
      createHash('sha256').update(line).digest('hex');
      count++;
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
  closeSync(file);
  return count;
}

async function benchAppend(folder: string): Promise<BenchResult[]> {
  const small = bareRepository(join(folder, 'small.git'));
  const large = bareRepository(join(folder, 'large.git'));
  for (const path of [small, large]) git(path, 'config', 'core.compression', '1');
  commitFiles(small, bigFiles(100, TASKS));
  // A shard that is half full is what an append meets on average.
  const files = bigFiles(LARGE - 50, TASKS);
  commitFiles(large, files);
  const shard = Buffer.byteLength(files.get(shardFile(LARGE - 51)) ?? '');
  const server = await serveGit(folder);
  const times: { small: number[]; large: number[] } = { small: [], large: [] };
  let moved = 0;
  try {
    for (let round = 0; round < 9; round++) {
      times.small.push(await append(server.url('small.git'), `small-${round}`));
      server.moved();
      times.large.push(await append(server.url('large.git'), `large-${round}`));
      moved = Math.max(moved, server.moved());
    }
  } finally {
    await server.close();
  }
  const beyond = (moved - shard) / KILOBYTE;
  return [
    {
      name: `append to ${LARGE} rows / append to 100, over HTTP`,
      ratio: median(times.large) / median(times.small),
      samples: times.large,
      limit: 2,
    },
    {
      name: `bytes of an append to ${LARGE} rows beyond the last shard / 128 KB (samples in KB)`,
      ratio: beyond / 128,
      samples: [beyond],
      limit: 1,
    },
  ];
}

async function benchGrowingFile(folder: string): Promise<BenchResult[]> {
  const ledger = bareRepository(join(folder, 'ledger.git'));
  const single = bareRepository(join(folder, 'single.git'));
  const lines = [...bigLines(MIDDLE, TASKS)].map(({ line }) => line);
  commitFiles(ledger, bigFiles(MIDDLE, TASKS));
  for (let part = 1; part <= 10; part++) {
    commitFiles(
      single,
      new Map([['rows.jsonl', lines.slice(0, (MIDDLE * part) / 10).join('')]]),
      'refs/heads/main',
      part > 1,
    );
  }
  const server = await serveGit(folder);
  const ours: number[] = [];
  const theirs: number[] = [];
  const clones: number[] = [];
  try {
    for (let round = 0; round < 3; round++) {
      ours.push(await append(server.url('ledger.git'), `single-${round}`));
      theirs.push(await cloneCommitPush(server.url('single.git'), join(folder, `clone-${round}`), lines[0] ?? ''));
      const target = join(folder, `branch-${round}`);
      clones.push(
        await time(() => run('clone', '--quiet', '--branch', 'bench-results', server.url('ledger.git'), target)),
      );
    }
  } finally {
    await server.close();
  }
  return [
    {
      name: `append to ${MIDDLE} rows / clone, commit and push of one growing file`,
      ratio: median(ours) / median(theirs),
      samples: ours,
      limit: 0.1,
    },
    { name: `clone of a branch of ${MIDDLE} rows / 2 s`, ratio: median(clones) / 2000, samples: clones, limit: 1 },
  ];
}

function append(url: string, name: string): Promise<number> {
  const ledger = openLedger(`git:${url}`);
  return time(async () => {
    const outcome = await ledger.append(bodyFor(name, {}, TASKS), contextFor({ suite: suiteRecord(TASKS) }));
    check(outcome.kind === 'recorded');
  });
}

function cloneCommitPush(url: string, target: string, line: string): Promise<number> {
  return time(async () => {
    await run('clone', '--quiet', '--branch', 'main', url, target);
    writeFileSync(join(target, 'rows.jsonl'), line, { flag: 'a' });
    await run('-C', target, 'commit', '--quiet', '-a', '-m', 'One more row');
    await run('-C', target, 'push', '--quiet', 'origin', 'main');
  });
}

/** Runs git without blocking the server, which lives in this process. */
async function run(...args: string[]): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    execFile('git', args, { env: gitTestEnv() }, (error) => (error === null ? resolve() : reject(error)));
  });
}

function git(path: string, ...args: string[]): void {
  execFileSync('git', ['-C', path, ...args], { env: gitTestEnv() });
}

async function time(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function check(holds: boolean): void {
  if (!holds) throw new Error('a measured operation did not do its work');
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

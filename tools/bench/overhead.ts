/** What a trial costs beside its agent: a run of the decision suite against the same commands started bare. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ShippedSuite } from '../../records/shipped.ts';
import { type Command, together } from './processes.ts';
import { type Figure, median } from './result.ts';

const SUITE = 'decision-core';

/** An agent that reads its prompt and answers at once. */
const AGENT = `#!/bin/sh
cat >/dev/null
echo '{"decision": "REFUSE", "reason": "No."}'
`;

/** A place for run folders and the most milliseconds that a trial may cost there. */
interface Place {
  readonly name: string;
  readonly folder: string;
  readonly limit: number;
}

/** Places to measure; a machine without a file system in memory has one. */
export function places(): readonly Place[] {
  const disk = { name: 'disk', folder: tmpdir(), limit: 60 };
  const memory = { name: 'tmpfs', folder: '/dev/shm', limit: 20 };
  return existsSync(memory.folder) ? [disk, memory] : [disk];
}

/** Measures the overhead of a trial at a place and a concurrency. */
export async function benchOverhead(root: string, place: Place, concurrency: number, rounds: number): Promise<Figure> {
  const folder = mkdtempSync(join(place.folder, 'operant-bench-'));
  try {
    const agent = join(folder, 'agent.sh');
    writeFileSync(agent, AGENT, { mode: 0o755 });
    const prompts = promptsOf(root);
    const bare = prompts.map((stdin): Command => ({ argv: [agent], cwd: folder, stdin, expected: [0] }));
    const run = runOf(root, folder, agent, concurrency);
    await together([run], 1);
    const samples = { run: [0], bare: [0], overhead: [0] };
    for (const list of Object.values(samples)) list.length = 0;
    for (let round = 0; round < rounds; round++) {
      const whole = await together([run], 1);
      const alone = await together(bare, concurrency);
      samples.run.push(whole);
      samples.bare.push(alone);
      samples.overhead.push((whole - alone) / prompts.length);
    }
    return {
      name: `overhead per trial on ${place.name}, concurrency ${concurrency} (${prompts.length} trials)`,
      value: median(samples.overhead),
      unit: 'ms',
      limit: place.limit,
      sides: [
        { name: 'operant run', unit: 'ms', samples: samples.run },
        { name: 'bare', unit: 'ms', samples: samples.bare },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function promptsOf(root: string): readonly string[] {
  const path = join(root, 'dist', 'cli', 'data', 'suites', `${SUITE}.json`);
  return ShippedSuite.parse(JSON.parse(readFileSync(path, 'utf8'))).suite.cases.map((task) => task.prompt);
}

function runOf(root: string, folder: string, agent: string, concurrency: number): Command {
  const bundle = join(root, 'dist', 'cli', 'operant.mjs');
  const options = [
    '--suite',
    SUITE,
    '--harness',
    'command',
    '--lane',
    'local',
    '--thresholds',
    'none',
    '--unqualified',
  ];
  const rest = ['--out', join(folder, 'runs'), '--concurrency', String(concurrency), '--', agent];
  // Nothing judges the run: it is unverifiable, which is code 2.
  return { argv: [process.execPath, bundle, 'run', ...options, ...rest], cwd: folder, stdin: null, expected: [2] };
}

/** How long the command line takes to start, against a Node that does nothing. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type Command, inTurn, timed } from './processes.ts';
import { type Figure, median } from './result.ts';

/** A command line and how many times the start of Node it may take. */
interface Start {
  readonly name: string;
  readonly args: readonly string[];
  readonly limit: number;
}

const LARGE = 'corpus/suites/decision-core.yaml';

function startsOf(own: string): readonly Start[] {
  return [
    { name: 'operant --version', args: ['--version'], limit: 1.4 },
    { name: 'operant list --suite decision-core', args: ['list', '--suite', 'decision-core'], limit: 2.5 },
    { name: `operant list --suite YAML (${OWN_PAIRS.length} pairs)`, args: ['list', '--suite', own], limit: 5 },
    // Thirty pairs, 120 KB of YAML.
    { name: `operant list --suite ${LARGE}`, args: ['list', '--suite', LARGE], limit: 5 },
  ];
}

/** Pairs of the suite that stands for one of a user. */
const OWN_PAIRS = ['flag-steps', 'payment-key-lend', 'volume-erase-hold'];

/** Writes a suite file of a few pairs and returns its path. */
function ownSuite(root: string, folder: string): string {
  const corpus = relative(folder, join(root, 'corpus'));
  const pairs = OWN_PAIRS.map((name) => `  - ${corpus}/decision/${name}.yaml\n`).join('');
  const head = 'schema: operant.suite/v1\nid: own\nkind: decision\ntier: score\ntitle: Own suite\nattempts: 1\n';
  const path = join(folder, 'suite.yaml');
  writeFileSync(path, `${head}contract: ${corpus}/contracts/operator.yaml\npairs:\n${pairs}`);
  return path;
}

/** Times each start on one Node, in turn with `node -e 0` of the same Node. */
export async function benchStart(root: string, node: string, label: string, rounds: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'operant-bench-'));
  try {
    return await measured(root, node, label, rounds, startsOf(ownSuite(root, folder)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(
  root: string,
  node: string,
  label: string,
  rounds: number,
  starts: readonly Start[],
): Promise<Figure[]> {
  const bundle = join(root, 'dist', 'cli', 'operant.mjs');
  const command = (...argv: string[]): Command => ({ argv: [node, ...argv], cwd: root, stdin: null, expected: [0] });
  const nothing = command('-e', '0');
  const figures: Figure[] = [];
  for (const { name, args, limit } of starts) {
    const start = command(bundle, ...args);
    await timed(start);
    const [ours, theirs] = await inTurn(start, nothing, rounds);
    figures.push({
      name: `start on ${label}: ${name} / node -e 0`,
      value: median(ours) / median(theirs),
      unit: '×',
      limit,
      sides: [
        { name, unit: 'ms', samples: ours },
        { name: 'node -e 0', unit: 'ms', samples: theirs },
      ],
    });
  }
  return figures;
}

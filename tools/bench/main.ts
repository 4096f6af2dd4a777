/**
 * `npm run bench`: speed, memory and size as ratios and differences, both sides measured side by side in one run.
 * `npm run bench -- start overhead` measures these parts only; OPERANT_NODE24 names the program of a
 * second Node, which otherwise npm installs into .cache/.
 * Exits 1 when a limit is exceeded.
 */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildDist } from '../build-dist.ts';
import { writeDist } from '../dist/files.ts';
import { benchCompare } from './compare.ts';
import { benchDecode } from './decode.ts';
import { type BenchResult, benchLedger } from './ledger.ts';
import { benchOverhead, places } from './overhead.ts';
import { benchPackage } from './package.ts';
import { benchRegrade } from './regrade.ts';
import { type Figure, figureText, holds } from './result.ts';
import { secondNode } from './second-node.ts';
import { benchStart } from './start.ts';

const START_ROUNDS = 21;
const RUN_ROUNDS = 5;

/** A part of the benchmark: what measures it. */
type Part = (root: string, tell: (figure: Figure) => void) => Promise<void>;

/** The parts by name, in their order. */
export const PARTS: ReadonlyMap<string, Part> = new Map<string, Part>([
  ['start', starts],
  ['overhead', overheads],
  ['ledger', async (_root, tell) => ratios('ledger', await benchLedger(), tell)],
  ['decode', async (root, tell) => benchDecode(root, tell)],
  ['regrade', async (root, tell) => tell(await benchRegrade(root))],
  ['compare', async (root, tell) => ratios('compare', await benchCompare(root), tell)],
  ['package', async (root, tell) => benchPackage(root).forEach(tell)],
]);

async function starts(root: string, tell: (figure: Figure) => void): Promise<void> {
  const second = secondNode(root, process.env['OPERANT_NODE24']);
  if ('why' in second) console.log(`· starts on Node 24 are not measured: ${second.why}`);
  for (const node of [process.execPath, ...('why' in second ? [] : [second.program])]) {
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
    for (const figure of await benchStart(root, node, `Node ${version}`, START_ROUNDS)) tell(figure);
  }
}

async function overheads(root: string, tell: (figure: Figure) => void): Promise<void> {
  for (const place of places()) {
    for (const concurrency of [1, 4]) tell(await benchOverhead(root, place, concurrency, RUN_ROUNDS));
  }
}

function ratios(part: string, results: readonly BenchResult[], tell: (figure: Figure) => void): void {
  for (const { name, ratio, samples, limit } of results) {
    tell({
      name: `${part}: ${name}`,
      value: ratio,
      unit: '×',
      limit,
      sides: [{ name: 'measured', unit: '', samples }],
    });
  }
}

/** Measures the named parts (all without a name) and returns the exit code. */
async function main(root: string, names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !PARTS.has(name));
  if (unknown.length > 0) {
    console.error(`Unknown part: ${unknown.join(', ')}. Parts: ${[...PARTS.keys()].join(', ')}.`);
    return 64;
  }
  writeDist(join(root, 'dist'), await buildDist(root));
  const figures: Figure[] = [];
  for (const [name, part] of PARTS) {
    if (names.length > 0 && !names.includes(name)) continue;
    await part(root, (figure) => {
      figures.push(figure);
      console.log(figureText(figure));
    });
  }
  const over = figures.filter((figure) => !holds(figure));
  console.log(`\n${figures.length - over.length} of ${figures.length} figures are within their limits.`);
  if (over.length > 0) {
    console.log('Machines are noisy and the median is judged: measure again on a quiet machine before you trust a ✖.');
  }
  return over.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await main(resolve(import.meta.dirname, '../..'), process.argv.slice(2));
}

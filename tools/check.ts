/**
 * `npm run check`: every rule of the repository. One line a step with its time; the end of the output of a step that
 * failed. `--no-tests` leaves the tests out. Exits 1 when a step failed.
 */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** One step: its name, and the script of package.json that it runs with these arguments. */
export interface Step {
  readonly name: string;
  readonly script: string;
  readonly args?: readonly string[];
}

/** Steps that read only: they run side by side. dist/ is compared here, before the tests build it anew. */
export const READING: readonly Step[] = [
  { name: 'types', script: 'types' },
  { name: 'format and lint', script: 'lint', args: ['--reporter=summary'] },
  { name: 'layers', script: 'layers' },
  { name: 'shape', script: 'shape' },
  { name: 'terms', script: 'terms' },
  { name: 'generated files', script: 'generate', args: ['--check'] },
  { name: 'bundle', script: 'build', args: ['--check'] },
];

/** The tests have the machine to themselves: some of them measure time. */
export const TESTS: Step = { name: 'tests', script: 'test' };

/** What a step did. */
export interface StepResult {
  readonly step: Step;
  readonly ok: boolean;
  readonly seconds: number;
  readonly output: string;
}

const SIDE_BY_SIDE = 2;
const EXCERPT_LINES = 60;

/** Runs steps, at most `width` at a time, and tells `report` as each ends. */
export async function runSteps(
  root: string,
  steps: readonly Step[],
  width: number,
  report: (result: StepResult) => void,
): Promise<readonly StepResult[]> {
  const waiting = [...steps];
  const results: StepResult[] = [];
  const worker = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const result = await runStep(root, step);
      results.push(result);
      report(result);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

/** One line for people, and for a failed step the end of what it printed. */
export function describeStep({ step, ok, seconds, output }: StepResult): string {
  const line = `${ok ? 'passed' : 'FAILED'}  ${step.name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s`;
  if (ok) return line;
  const lines = output.trimEnd().split('\n');
  const cut = lines.length > EXCERPT_LINES ? [`  … ${lines.length - EXCERPT_LINES} lines before`] : [];
  const excerpt = lines.slice(-EXCERPT_LINES).map((text) => `  ${text}`);
  const command = `  again alone: npm run ${step.script}${step.args === undefined ? '' : ` -- ${step.args.join(' ')}`}`;
  return [line, ...cut, ...excerpt, command].join('\n');
}

function runStep(root: string, step: Step): Promise<StepResult> {
  const started = performance.now();
  const args = ['run', '--silent', step.script, ...(step.args === undefined ? [] : ['--', ...step.args])];
  return new Promise((resolveStep) => {
    const child = spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const pieces: Buffer[] = [];
    const end = (ok: boolean, problem: string): void => {
      const output = Buffer.concat(pieces).toString('utf8') + problem;
      resolveStep({ step, ok, seconds: (performance.now() - started) / 1000, output });
    };
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    child.stderr.on('data', (piece: Buffer) => pieces.push(piece));
    child.on('error', (error) => end(false, `npm could not be started: ${error.message}`));
    child.on('close', (code, signal) => end(code === 0, code === null ? `ended by ${signal}` : ''));
  });
}

async function main(root: string, args: readonly string[]): Promise<number> {
  const surplus = args.filter((arg) => arg !== '--no-tests');
  if (surplus.length > 0) {
    console.error(`Unknown argument ${surplus.join(' ')}; the only one is --no-tests`);
    return 64;
  }
  const print = (result: StepResult): void => console.log(describeStep(result));
  const read = await runSteps(root, READING, SIDE_BY_SIDE, print);
  const tested = args.includes('--no-tests') ? [] : await runSteps(root, [TESTS], 1, print);
  const failed = [...read, ...tested].filter(({ ok }) => !ok).map(({ step }) => step.name);
  console.log(failed.length === 0 ? 'check: all passed' : `check: ${failed.length} failed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await main(resolve(join(import.meta.dirname, '..')), process.argv.slice(2));
}

/** Whole processes, timed from outside, under an environment that holds PATH alone. */
import { spawn } from 'node:child_process';

/** What is started. */
export interface Command {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Text for standard input; closed at once without one. */
  readonly stdin: string | null;
  /** Exit codes that mean that it worked. */
  readonly expected: readonly number[];
}

/** Runs a command to its end and returns its milliseconds. Rejects when it ended with another code than expected. */
export function timed({ argv, cwd, stdin, expected }: Command): Promise<number> {
  const [program = '', ...args] = argv;
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { PATH: process.env['PATH'] }, stdio: ['pipe', 'pipe', 'pipe'] });
    let said = '';
    child.stdout.resume();
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-2000);
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin ?? '');
    child.on('error', reject);
    child.on('close', (code) => {
      if (code !== null && expected.includes(code)) resolve(performance.now() - started);
      else reject(new Error(`${argv.join(' ').slice(0, 300)} ended with ${code}: ${said}`));
    });
  });
}

/** Times two commands in turn, A B A B, so that a busy moment of the machine hits both. */
export async function inTurn(a: Command, b: Command, rounds: number): Promise<readonly [number[], number[]]> {
  const [left, right]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    left.push(await timed(a));
    right.push(await timed(b));
  }
  return [left, right];
}

/** Runs commands, at most `width` at the same time, and returns the milliseconds of the whole. */
export async function together(commands: readonly Command[], width: number): Promise<number> {
  const waiting = [...commands];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await timed(next);
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: width }, worker));
  return performance.now() - started;
}

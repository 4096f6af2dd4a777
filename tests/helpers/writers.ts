/** Starts writers as processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

/** Bundles the writer once, so that a start costs what a start of node costs. */
export function buildWriter(folder: string): string {
  const outfile = join(folder, 'writer.mjs');
  buildSync({
    entryPoints: ['tests/helpers/ledger-writer.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    // The library that draws badges is CommonJS and asks for parts of Node.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    outfile,
    logLevel: 'error',
  });
  return outfile;
}

/** A running writer. */
export interface Writer {
  readonly child: ChildProcess;
  /** Its lines of output, complete once `ended` resolves. */
  readonly lines: string[];
  readonly ended: Promise<void>;
}

/** Starts a writer of `count` rows named `<prefix>-<first>` and so on. */
export function startWriter(
  program: string,
  ledger: string,
  prefix: string,
  rows: { readonly first?: number; readonly count: number; readonly budgetMs?: number },
  env: Record<string, string> = {},
): Writer {
  const args = [program, ledger, prefix, String(rows.first ?? 0), String(rows.count), String(rows.budgetMs ?? 90_000)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...cleanEnv(), ...env } });
  const lines: string[] = [];
  let rest = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString('utf8')).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  return { child, lines, ended };
}

function cleanEnv(): Record<string, string | undefined> {
  // Node reads the certificates named here at every start, which takes 100 ms; no writer speaks TLS.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  return env;
}

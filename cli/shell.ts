/** What commands print to and read from: built once, from the process. */
import type { Harnesses } from '../records/harness.ts';
import type { Context } from '../runner/context.ts';
import { errorCode } from '../runner/files.ts';
import { pieces } from './pieces.ts';
import { StandardError } from './standard-error.ts';

declare const __OPERANT_VERSION__: string;
declare const __OPERANT_EVALUATOR__: `sha256:${string}`;

export interface Shell {
  readonly context: Context;
  readonly color: boolean;
  readonly width: number;
  /** Text for people or machines, on standard output. */
  readonly print: (text: string) => void;
  /** Text on standard error. */
  readonly error: (text: string) => void;
  /** Ends what is running, as an interruption would. */
  readonly stop: () => void;
  /** Stops listening for signals. */
  readonly close: () => void;
}

/** The shell of this process; `harnesses` are those that its commands work with. A first SIGINT or SIGTERM ends the run in order, a second one at once. */
export function shellOf(dataDir: string, harnesses: Harnesses): Shell {
  const interrupt = new AbortController();
  const out = new StandardError({
    write: (text) => process.stderr.write(text),
    columns: () =>
      process.stderr.isTTY === true && process.env['TERM'] !== 'dumb' ? process.stderr.columns || 80 : null,
  });
  const error = out.line;
  const onSignal = () => {
    if (interrupt.signal.aborted) process.exit(130);
    error('operant: interrupted; finishing what must be written (again to stop at once)');
    interrupt.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  // A reader that has seen enough (`operant list | head -1`) is no fault: the rest is not printed.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (failed) => {
      if (errorCode(failed) !== 'EPIPE') throw failed;
    });
  }
  const terminal = process.stdout.isTTY === true;
  return {
    color: terminal && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb',
    width: terminal ? Math.min(process.stdout.columns || 80, 120) : 100,
    print: (text) => {
      out.clear();
      for (const piece of pieces(text)) process.stdout.write(piece);
    },
    error,
    stop: () => interrupt.abort(),
    close: () => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeListener(signal, onSignal);
    },
    context: {
      dataDir,
      cwd: process.cwd(),
      env: process.env,
      harnesses,
      version: __OPERANT_VERSION__,
      evaluator: __OPERANT_EVALUATOR__,
      now: () => Date.now(),
      random: randomHex,
      progress: (line, passing) => (passing === true ? out.passing(line) : error(line)),
      interrupt: interrupt.signal,
    },
  };
}

function randomHex(digits: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(digits / 2)));
  return [...bytes]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, digits);
}

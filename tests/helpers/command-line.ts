/** Runs one command in this process: its real code, a shell that keeps what it says. */
import { Command } from 'commander';
import type { CommandFile } from '../../cli/commands.ts';
import type { Harnesses } from '../../records/harness.ts';
import { ROOT } from '../repo/tree.ts';

/** What a command said, and its exit code; null when it threw before it had one. */
export interface Said {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What it threw: main() turns that into words and an exit code. */
  readonly thrown: unknown;
}

/** What the outside world is for the command. */
export interface Outside {
  readonly cwd?: string;
  readonly dataDir?: string;
  /** Milliseconds since the epoch. */
  readonly now?: number;
  readonly width?: number;
  /** None by default. */
  readonly harnesses?: Harnesses;
}

/** Runs a command with arguments, as `operant ARGS…` would. */
export async function commandLine(file: CommandFile, args: readonly string[], outside: Outside = {}): Promise<Said> {
  const said: { -readonly [K in keyof Said]: Said[K] } = { exit: null, stdout: '', stderr: '', thrown: null };
  const line = (text: string) => (text.endsWith('\n') ? text : `${text}\n`);
  const program = new Command('operant').exitOverride();
  const shell = {
    color: false,
    width: outside.width ?? 100,
    print: (text: string) => {
      said.stdout += line(text);
    },
    error: (text: string) => {
      said.stderr += line(text);
    },
    stop: () => undefined,
    close: () => undefined,
    context: {
      dataDir: outside.dataDir ?? ROOT,
      cwd: outside.cwd ?? ROOT,
      env: {},
      harnesses: outside.harnesses ?? new Map(),
      version: '0.0.0',
      evaluator: `sha256:${'0'.repeat(64)}` as const,
      now: () => outside.now ?? 0,
      random: (digits: number) => '0'.repeat(digits),
      progress: (text: string) => {
        said.stderr += line(text);
      },
      interrupt: new AbortController().signal,
    },
  };
  file.define(program, shell, (exit) => {
    said.exit = exit;
  });
  for (const command of program.commands) command.exitOverride().configureOutput({ writeErr: () => undefined });
  await program.parseAsync([...args], { from: 'user' }).catch((error: unknown) => {
    said.thrown = error;
  });
  return said;
}

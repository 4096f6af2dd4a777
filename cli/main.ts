/** From arguments to an exit code: one place where errors become words for people and exit codes (I18). */
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import { EvidenceError, UsageError } from '../records/errors.ts';
import { EXIT } from '../records/exit-codes.ts';
import type { Harnesses } from '../records/harness.ts';
import { errorText } from '../runner/files.ts';
import { type CommandEntry, commandsFor } from './commands.ts';
import { withoutSecrets, writeFault } from './fault.ts';
import { type Shell, shellOf } from './shell.ts';

/** Runs one command line and returns its exit code. `data` is the folder of the shipped data. */
export async function main(argv: readonly string[], data: URL): Promise<number> {
  const entries = commandsFor(argv[0]);
  const harnesses = entries.some((entry) => entry.harnesses) ? await loadHarnesses() : new Map();
  const shell = shellOf(fileURLToPath(data), harnesses);
  let exit: number = EXIT.pass;
  // What is thrown outside of the command's own promise would end the process with 1, which means a breached floor.
  process.on('uncaughtException', (error) => {
    const code = explain(error, shell);
    shell.stop();
    process.exit(code);
  });
  try {
    const program = await programOf(shell, entries, (code) => {
      exit = code;
    });
    await program.parseAsync([...argv], { from: 'user' });
    return shell.context.interrupt.aborted ? EXIT.interrupted : exit;
  } catch (error) {
    return explain(error, shell);
  } finally {
    shell.close();
  }
}

async function loadHarnesses(): Promise<Harnesses> {
  const { HARNESSES } = await import('../harnesses/index.ts');
  return HARNESSES;
}

async function programOf(
  shell: Shell,
  entries: readonly CommandEntry[],
  done: (code: number) => void,
): Promise<Command> {
  const program = new Command('operant')
    .description('Says whether a change made a coding agent better or worse, at what cost, and how we know.')
    .version(shell.context.version, '-V, --version')
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .showSuggestionAfterError(true)
    .enablePositionalOptions();
  const files = await Promise.all(entries.map(async ({ group, load }) => ({ group, file: await load() })));
  for (const { group, file } of files) file.define(group === null ? program : groupIn(program, group), shell, done);
  for (const command of [program, ...program.commands.flatMap((item) => [item, ...item.commands])]) {
    command.exitOverride().configureOutput({ writeErr: () => undefined });
  }
  return program;
}

function groupIn(program: Command, name: string): Command {
  return (
    program.commands.find((command) => command.name() === name) ??
    program.command(name).description(`Work with the ${name}`)
  );
}

function explain(error: unknown, shell: Shell): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.pass;
    const message = error.message.replace(/^error: /, '').replace(/\n\(Did you mean (.*)\?\)$/, '. Did you mean "$1"?');
    const text = error.code === 'commander.help' ? 'no command was given' : message;
    shell.error(`operant: ${text}\n  See operant --help, or operant COMMAND --help.`);
    return EXIT.usage;
  }
  if (error instanceof UsageError) {
    shell.error(`operant: ${error.message}${error.next === null ? '' : `\n  ${error.next}`}`);
    return EXIT.usage;
  }
  if (error instanceof EvidenceError) {
    shell.error(`operant: ${error.message} (${error.code})${error.next === null ? '' : `\n  ${error.next}`}`);
    return EXIT.unverifiable;
  }
  if (shell.context.interrupt.aborted) return EXIT.interrupted;
  const path = writeFault(error, shell.context);
  shell.error(
    `operant: internal fault: ${withoutSecrets(errorText(error), shell.context.env)}\n  This is a bug, not a verdict. ${path === null ? 'No report could be written.' : `A report without secrets lies at ${path}`}`,
  );
  return EXIT.internal;
}

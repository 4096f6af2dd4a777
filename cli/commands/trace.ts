/** operant trace: what a native stream shows, decoded and not judged. */
import { constants } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { EXIT } from '../../records/exit-codes.ts';
import { integer } from '../options.ts';
import type { Shell } from '../shell.ts';

interface Options {
  readonly harness?: string;
  readonly session?: string;
  readonly stderr?: string;
  readonly exitCode?: number;
  readonly signal?: string;
  readonly json?: boolean;
}

export function define(parent: Command, shell: Shell, done: (exit: number) => void): void {
  parent
    .command('trace')
    .description("Decode a CLI's own stream or a trial's records: observations by line, usage, how it ended")
    .argument('<stream>', 'a file with what the CLI wrote to standard output, or a trial folder')
    .option('--harness <id>', 'the CLI that wrote it; a trial folder names its own')
    .option('--session <dir>', "the CLI's home, or the folder of its session logs")
    .option('--stderr <file>', 'what it wrote to standard error')
    .option('--exit-code <n>', 'how it ended; without this and --signal exit code 0 is assumed', integer(0, 255))
    .option('--signal <name>', 'the signal that ended it, for example SIGKILL', signal)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nNothing is judged and no model is called.\n\nExample:\n  operant trace .operant/runs/RUN-ID/trials/TRIAL-ID',
    )
    .action(async (stream: string, options: Options) => {
      const { decodeStream } = await import('../../runner/decode-stream.ts');
      const decoded = await decodeStream(shell.context, {
        stream,
        harness: options.harness ?? null,
        session: options.session ?? null,
        stderr: options.stderr ?? null,
        exitCode: options.exitCode ?? null,
        signal: options.signal ?? null,
      });
      if (options.json === true) shell.print(JSON.stringify(decoded, null, 2));
      else {
        const { traceText } = await import('../../render/trace-text.ts');
        shell.print(traceText(decoded, shell.width));
      }
      done(EXIT.pass);
    });
}

function signal(text: string): string {
  if (Object.hasOwn(constants.signals, text)) return text;
  throw new InvalidArgumentError(`Expected the name of a signal such as SIGKILL, found "${text}".`);
}

import type { Launch, PrepareInput } from '../../records/harness.ts';
import { baseEnvironment } from '../shared/environment.ts';

const PLACEHOLDER = '{prompt}';

/**
 * The program as given. Every argument `{prompt}` (also inside a longer argument) becomes the prompt and standard
 * input is closed at once; without one the prompt goes to standard input. The program's own name is never replaced.
 * The text is put in as one argument and no shell reads it, so nothing in a prompt can become a command.
 */
export function prepare(input: PrepareInput): Launch {
  const [program, ...rest] = input.program;
  const asArgument = rest.some((argument) => argument.includes(PLACEHOLDER));
  const filled = rest.map((argument) => argument.split(PLACEHOLDER).join(input.prompt));
  return {
    files: [],
    argv: program === undefined ? [] : [program, ...filled],
    env: baseEnvironment(input),
    stdin: asArgument ? null : input.prompt,
  };
}

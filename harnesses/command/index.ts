/** The harness for any program: prompt in, answer on standard output. */
import type { Harness } from '../../records/harness.ts';
import { NO_USAGE } from '../../records/usage.ts';
import { decode } from './decode.ts';
import { prepare } from './prepare.ts';
import { terminal } from './terminal.ts';

/**
 * Runs any program. It can show what the program printed and how it ended, and nothing else: commands, edits, usage,
 * delegation and the model are unsupported, never guessed from the printed text.
 */
export const harness: Harness = {
  id: 'command',
  title: 'Any program: prompt on standard input or as {prompt}, answer on standard output',
  probe: { argv: null, version: () => null, install: 'Name the program after --, for example: -- ./my-agent --quiet' },
  login: { keyVariables: [], ownHomeFile: null, ownHome: null },
  permissions: () => ({ program: 'as named by the person who runs it', limits: 'none of its own' }),
  skillRoot: null,
  invocation: 'none',
  capabilities: {
    commands: 'unsupported',
    edits: 'unsupported',
    messages: 'stream',
    usage: 'unsupported',
    delegation: 'unsupported',
    model: 'unsupported',
  },
  prepare,
  collect: [],
  decode,
  terminal,
  usage: () => NO_USAGE,
};

/** What is known of the harness for any program. */
import type { HarnessFacts } from '../../records/harness.ts';

/** Any program; it has no login, no limits of its own and shows only what it prints. */
export const facts: HarnessFacts = {
  id: 'command',
  title: 'Any program: prompt on standard input or as {prompt}, answer on standard output',
  probe: { argv: null, version: () => null, install: 'Name the program after --, for example: -- ./my-agent --quiet' },
  login: { keyVariables: [], ownHomeFile: null, ownHome: null },
  permissions: () => ({ program: 'as named by the person who runs it', limits: 'none of its own' }),
  skillRoot: null,
  invocation: 'none',
  capabilities: {
    commands: 'unsupported',
    reads: 'unsupported',
    edits: 'unsupported',
    messages: 'stream',
    usage: 'unsupported',
    delegation: 'unsupported',
    model: 'unsupported',
  },
  collect: [],
};

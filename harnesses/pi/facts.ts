/** What is known of pi without decoding anything. */
import type { HarnessFacts } from '../../records/harness.ts';
import { permissions } from './permissions.ts';
import { KEY_VARIABLES } from './prepare.ts';

/** pi prints its version on standard error when nobody sits at a terminal. */
const VERSION = 'command -v pi >/dev/null || { echo "pi was not found on PATH" >&2; exit 127; }; pi --version 2>&1';

/** pi, the coding agent. */
export const facts: HarnessFacts = {
  id: 'pi',
  title: 'pi coding agent, started as pi --mode json',
  probe: {
    argv: ['sh', '-c', VERSION],
    version: (stdout) => /\b(\d+\.\d+\.\d+\S*)/.exec(stdout)?.[1] ?? null,
    install:
      'npm install --global @mariozechner/pi-coding-agent, then set the key of a provider, or log in with /login in: pi',
  },
  login: {
    keyVariables: KEY_VARIABLES,
    ownHomeFile: '.pi/agent/auth.json',
    ownHome: { variable: 'PI_CODING_AGENT_DIR', fallback: '.pi/agent' },
  },
  permissions,
  skillRoot: '.agents/skills',
  // The prompt begins with `/skill:NAME`, or nothing is called.
  invocation: 'slash',
  callPrefix: '/skill:',
  capabilities: {
    commands: 'stream',
    reads: 'stream',
    edits: 'stream',
    messages: 'stream',
    usage: 'stream',
    delegation: 'unsupported',
    model: 'stream',
  },
  collect: [],
};

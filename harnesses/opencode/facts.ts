/** What is known of OpenCode without decoding anything. */
import type { HarnessFacts } from '../../records/harness.ts';
import { permissions } from './permissions.ts';
import { KEY_VARIABLES } from './prepare.ts';
import { LOG_FOLDER } from './recorder.ts';

/** `1.18.33`, alone on its line. */
function version(stdout: string): string | null {
  return /\b(\d+\.\d+\.\d+\S*)/.exec(stdout)?.[1] ?? null;
}

/** OpenCode. */
export const facts: HarnessFacts = {
  id: 'opencode',
  title: 'OpenCode, started as opencode run --format json',
  probe: {
    argv: ['opencode', '--version'],
    version,
    install: 'npm install --global opencode-ai, then set the key of a provider, or log in with: opencode auth login',
  },
  login: {
    keyVariables: KEY_VARIABLES,
    ownHomeFile: '.local/share/opencode/auth.json',
    ownHome: { variable: 'XDG_DATA_HOME', fallback: '.local/share' },
  },
  permissions,
  skillRoot: '.agents/skills',
  invocation: 'name-only',
  // Its id of the project.
  ownFiles: ['.git/opencode'],
  capabilities: {
    commands: 'session',
    reads: 'session',
    edits: 'session',
    messages: 'session',
    usage: 'session',
    delegation: 'session',
    model: 'session',
  },
  collect: [{ under: LOG_FOLDER, suffix: '.jsonl', into: 'sessions' }],
};

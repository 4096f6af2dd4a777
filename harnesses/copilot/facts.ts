/** What is known of Copilot without decoding anything. */
import type { HarnessFacts } from '../../records/harness.ts';
import { permissions } from './permissions.ts';
import { KEY_VARIABLES } from './prepare.ts';

/** `GitHub Copilot CLI 1.0.102.` to `1.0.102`. */
function version(stdout: string): string | null {
  return /\b(\d+\.\d+\.\d+(?:-[\w.]*\w)?)/.exec(stdout)?.[1] ?? null;
}

/** The GitHub Copilot CLI. */
export const facts: HarnessFacts = {
  id: 'copilot',
  title: 'GitHub Copilot CLI, started as copilot --output-format=json',
  probe: {
    argv: ['copilot', '--version'],
    version,
    install: 'npm install --global @github/copilot, then set COPILOT_GITHUB_TOKEN, or log in with: copilot login',
  },
  login: {
    keyVariables: KEY_VARIABLES,
    ownHomeFile: '.copilot/config.json',
    ownHome: { variable: 'COPILOT_HOME', fallback: '.copilot' },
  },
  permissions,
  skillRoot: '.github/skills',
  // A name with a slash before it is sent to the model as it is.
  invocation: 'file-path',
  capabilities: {
    commands: 'session',
    reads: 'session',
    edits: 'session',
    messages: 'session',
    usage: 'session',
    delegation: 'session',
    model: 'session',
  },
  collect: [{ under: 'session-state', suffix: '.jsonl', into: 'sessions' }],
  listed: true,
};

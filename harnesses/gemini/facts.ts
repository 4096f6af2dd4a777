/** What is known of the Gemini CLI without decoding anything. */
import type { HarnessFacts } from '../../records/harness.ts';
import { permissions } from './permissions.ts';
import { KEY_VARIABLES } from './prepare.ts';

/** The Gemini CLI. */
export const facts: HarnessFacts = {
  id: 'gemini',
  title: 'Google Gemini CLI, started as gemini --output-format stream-json',
  probe: {
    argv: ['gemini', '--version'],
    version: (stdout) => /\b(\d+\.\d+\.\d+\S*)/.exec(stdout)?.[1] ?? null,
    install: 'npm install --global @google/gemini-cli, then set GEMINI_API_KEY, or log in once by starting: gemini',
  },
  login: {
    keyVariables: KEY_VARIABLES,
    ownHomeFile: '.gemini/oauth_creds.json',
    ownHome: { variable: 'GEMINI_CLI_HOME', fallback: '.' },
  },
  permissions,
  skillRoot: '.agents/skills',
  invocation: 'name-only',
  capabilities: {
    commands: 'session',
    reads: 'session',
    edits: 'session',
    messages: 'stream',
    usage: 'session',
    delegation: 'session',
    model: 'session',
  },
  collect: [{ under: '.gemini/tmp', suffix: '.jsonl', into: 'chats' }],
};

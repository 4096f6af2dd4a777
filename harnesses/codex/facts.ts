/** What is known of Codex without decoding anything. */
import type { HarnessFacts } from '../../records/harness.ts';
import { permissions } from './permissions.ts';
import { KEY_VARIABLES } from './prepare.ts';

/** `codex-cli 0.171.0` to `0.171.0`. */
function version(stdout: string): string | null {
  return /\b(\d+\.\d+\.\d+\S*)/.exec(stdout)?.[1] ?? null;
}

/** The Codex CLI. */
export const facts: HarnessFacts = {
  id: 'codex',
  title: 'OpenAI Codex CLI, started as codex exec --json',
  probe: {
    argv: ['codex', '--version'],
    version,
    install: 'npm install --global @openai/codex, then set CODEX_API_KEY, or log in with: codex login',
  },
  login: {
    keyVariables: KEY_VARIABLES,
    ownHomeFile: '.codex/auth.json',
    ownHome: { variable: 'CODEX_HOME', fallback: '.codex' },
  },
  permissions,
  skillRoot: '.agents/skills',
  invocation: 'dollar',
  capabilities: {
    commands: 'session',
    reads: 'session',
    edits: 'session',
    messages: 'stream',
    usage: 'session',
    delegation: 'session',
    model: 'session',
  },
  collect: [{ under: 'sessions', suffix: '.jsonl', into: 'sessions' }],
  listed: true,
};

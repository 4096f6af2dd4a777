/** The harness for OpenAI's Codex CLI (`codex exec --json`). */
import type { Harness } from '../../records/harness.ts';
import { decode } from './decode.ts';
import { permissions } from './permissions.ts';
import { KEY_VARIABLES, prepare } from './prepare.ts';
import { terminal } from './terminal.ts';
import { usage } from './usage.ts';

/** `codex-cli 0.171.0` to `0.171.0`. */
function version(stdout: string): string | null {
  return /\b(\d+\.\d+\.\d+\S*)/.exec(stdout)?.[1] ?? null;
}

/**
 * Codex. Session logs show nearly everything; the model is the one that was asked for, as no record holds the name of
 * the model that answered.
 */
export const harness: Harness = {
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
    edits: 'session',
    messages: 'stream',
    usage: 'session',
    delegation: 'session',
    model: 'session',
  },
  prepare,
  collect: [{ under: 'sessions', suffix: '.jsonl', into: 'sessions' }],
  decode,
  terminal,
  usage,
};

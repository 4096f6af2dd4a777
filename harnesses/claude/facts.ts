/** What is known of Claude Code without decoding anything. */
import type { HarnessFacts } from '../../records/harness.ts';
import { permissions } from './permissions.ts';
import { KEY_VARIABLES } from './prepare.ts';

/** `2.1.332 (Claude Code)` to `2.1.332`. */
function version(stdout: string): string | null {
  return /^(\d+\.\d+\.\d+\S*) \(Claude Code\)/.exec(stdout.trim())?.[1] ?? null;
}

/** The Claude Code CLI. */
export const facts: HarnessFacts = {
  id: 'claude',
  title: 'Anthropic Claude Code, started as claude -p --output-format stream-json',
  probe: {
    argv: ['claude', '--version'],
    version,
    install: 'npm install --global @anthropic-ai/claude-code, then set ANTHROPIC_API_KEY, or log in with: claude',
  },
  login: {
    keyVariables: KEY_VARIABLES,
    ownHomeFile: '.claude/.credentials.json',
    ownHome: { variable: 'CLAUDE_CONFIG_DIR', fallback: '.claude' },
  },
  permissions,
  skillRoot: '.claude/skills',
  invocation: 'slash',
  capabilities: {
    commands: 'session',
    reads: 'session',
    edits: 'session',
    messages: 'session',
    usage: 'session',
    delegation: 'session',
    model: 'session',
  },
  collect: [{ under: 'projects', suffix: '.jsonl', into: 'projects' }],
};

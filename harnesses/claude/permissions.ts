/** What Claude Code is allowed to do in a trial, as data: the row holds its digest. */

type Permissions = Readonly<Record<string, string | boolean | readonly string[]>>;

/** Tools that need no permission outside our isolation; changed files must lie in the workspace. Others are refused. */
export const ALLOWED_TOOLS: readonly string[] = [
  'Bash',
  'Read',
  'Glob',
  'Grep',
  'Edit(./**)',
  'Write(./**)',
  'Agent',
  'Skill',
];

/**
 * Nobody is there to be asked: what is not allowed is refused. Claude Code's own permission checks are off only in
 * `contained` trials, where our isolation or a loopback endpoint stands instead. Its commands run with the rights of
 * whoever started the run: the checks look at what a command says, and nothing limits what it does.
 */
export function permissions(contained: boolean): Permissions {
  return {
    mode: contained ? 'bypassPermissions' : 'dontAsk',
    allowedTools: contained ? ['all'] : ALLOWED_TOOLS,
    commandSandbox: false,
    settings: ['project'],
    mcpServers: 'none',
    keysInCommands: false,
  };
}

/** What Copilot is allowed to do in a trial, as data: the row holds its digest. */

type Permissions = Readonly<Record<string, string | boolean | readonly string[]>>;

/** What needs a permission and has one outside our isolation. Reading in the workspace and delegating need none. */
export const ALLOWED_TOOLS: readonly string[] = ['write', 'shell(node:*)', 'shell(git diff:*)', 'task'];

/**
 * Nobody is there to be asked: what is not allowed is refused. Copilot's own permission checks are off only in
 * `contained` trials, where our isolation or a loopback endpoint stands instead. Its file tools stay in the workspace
 * and the trial's folder for temporary files; an allowed command has the rights of whoever started the run.
 */
export function permissions(contained: boolean): Permissions {
  return {
    allowedTools: contained ? ['all'] : ALLOWED_TOOLS,
    allowedPaths: contained ? 'all' : 'workspace',
    allowedUrls: contained ? 'all' : 'none',
    commandSandbox: false,
    askUser: false,
    builtinMcpServers: false,
    userConfig: false,
    keysInCommands: false,
  };
}

/** What the Gemini CLI is allowed to do in a trial, as data: the row holds its digest. */

type Permissions = Readonly<Record<string, string | boolean | readonly string[]>>;

/** Tools that reach the network through the vendor's own service; no trial needs them. */
export const EXCLUDED_TOOLS: readonly string[] = ['google_web_search', 'web_fetch'];

/** Tools that run without asking where not every tool does. File edits inside the workspace are approved apart. */
export const ALLOWED_TOOLS: readonly string[] = ['run_shell_command', 'invoke_agent'];

/**
 * Nobody is there to answer a question, so a tool that would ask is refused. The CLI has no sandbox of its own without
 * a container: outside our isolation only commands, edits inside the workspace and delegation run unasked. In
 * `contained` trials every tool does.
 */
export function permissions(contained: boolean): Permissions {
  return {
    approvals: contained ? 'yolo' : 'auto_edit',
    allowedTools: contained ? 'all' : ALLOWED_TOOLS,
    excludedTools: EXCLUDED_TOOLS,
    sandbox: 'none of its own',
    secretsInCommands: false,
    userExtensions: false,
    hooks: false,
  };
}

/** What pi is allowed to do in a trial, as data: the row holds its digest. */

/** pi's tools. Those that search are off unless asked for, and stay so: `bash` can search. */
export const TOOLS: readonly string[] = ['read', 'bash', 'edit', 'write'];

type Permissions = Readonly<Record<string, string | boolean | readonly string[]>>;

/**
 * pi has neither permissions nor a sandbox: every tool runs unasked, anywhere on the machine. Nothing but our isolation
 * contains it, so both sets are the same.
 */
export function permissions(): Permissions {
  return { tools: TOOLS, approvals: false, sandbox: false, userExtensions: false, promptTemplates: false };
}

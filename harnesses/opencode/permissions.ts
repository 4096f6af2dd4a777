/** What OpenCode is allowed to do in a trial, as data: the row holds its digest. */

type Permissions = Readonly<Record<string, string | boolean | readonly string[]>>;

/**
 * OpenCode has no sandbox of its own; it only asks. Nobody is there to answer, so everything inside the workspace is
 * allowed. Its file tools may leave the workspace only in `contained` trials; its shell is held by nothing but our
 * isolation.
 */
export function permissions(contained: boolean): Permissions {
  return {
    tools: 'allow',
    externalDirectory: contained ? 'allow' : 'deny',
    question: 'deny',
    sandbox: false,
    userConfig: false,
    share: false,
    defaultPlugins: false,
  };
}

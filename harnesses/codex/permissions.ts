import { TRIAL_MARK } from '../../records/trial-mark.ts';

/** What Codex is allowed to do in a trial, as data: the row holds its digest. */

type Permissions = Readonly<Record<string, string | boolean | readonly string[]>>;

/**
 * Approvals are never asked for (nobody is there to answer). Codex's own sandbox limits writes to the workspace and
 * closes the network; it is off only in `contained` trials, where our isolation or a loopback endpoint stands instead.
 */
export function permissions(contained: boolean): Permissions {
  return {
    approvals: 'never',
    sandbox: contained ? 'danger-full-access' : 'workspace-write',
    commandNetwork: contained,
    loginShell: false,
    commandEnvironment: ['PATH', 'HOME', 'LANG', 'TERM', 'NO_COLOR', 'TZ', 'CI', TRIAL_MARK],
    userConfig: false,
  };
}

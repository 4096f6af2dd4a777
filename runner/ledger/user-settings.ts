/**
 * What git needs of its user's own configuration to reach a remote: where keys are kept, proxies, certificates, the ssh
 * program. Everything else of it (hooks, aliases, rewritten addresses) stays out.
 */
import { type GitCall, git } from '../git.ts';

const WANTED = /^(?:credential|http)\.|^core\.sshcommand$/;

/** Settings of the user and the system as key and value; none when there are none. Reads no repository's settings. */
export async function userSettings(call: Omit<GitCall, 'gitDir'>): Promise<[string, string][]> {
  const env = { ...call.env };
  delete env['GIT_CONFIG_GLOBAL'];
  delete env['GIT_CONFIG_NOSYSTEM'];
  const found: [string, string][] = [];
  for (const scope of ['--system', '--global']) {
    const end = await git(['config', scope, '--includes', '--null', '--list'], { ...call, env, gitDir: null });
    if (end.code === 0) found.push(...parse(Buffer.from(end.stdout).toString('utf8')));
  }
  return found;
}

function parse(text: string): [string, string][] {
  return text.split('\0').flatMap((entry): [string, string][] => {
    const feed = entry.indexOf('\n');
    const key = feed < 0 ? entry : entry.slice(0, feed);
    // A key without a value is a switch that is on.
    return WANTED.test(key) ? [[key, feed < 0 ? 'true' : entry.slice(feed + 1)]] : [];
  });
}

/**
 * Starts git, away from every configuration it could meet: no global or system file, no hooks, no prompt, one language.
 * The repository is always a private one of ours; a remote is reached, never entered.
 */
import { spawn } from 'node:child_process';
import { devNull, tmpdir } from 'node:os';
import { errorText } from './files.ts';
import { signalGroup } from './process.ts';

/** How one git command is run. */
export interface GitCall {
  /** The repository; null for commands that need none. */
  readonly gitDir: string | null;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly input?: string | Uint8Array;
  /** Takes standard output as it arrives, instead of keeping it. */
  readonly onOutput?: (chunk: Uint8Array) => void;
  readonly interrupt?: AbortSignal;
}

/** How it ended. `code` is null when git could not be started or was stopped. */
export interface GitEnd {
  readonly code: number | null;
  readonly stdout: Uint8Array;
  readonly stderr: string;
}

/**
 * Variables that reach git and the keepers of keys that it asks: how to find programs, keys, proxies and certificates.
 * None of them names a repository.
 */
const PASSED =
  /^(PATH|HOME|USER|LOGNAME|TMPDIR|TEMP|TMP|SYSTEMROOT|SSH_AUTH_SOCK|SSH_AGENT_PID|GIT_SSH|GIT_SSH_COMMAND|GIT_ASKPASS|SSH_ASKPASS|(HTTPS?|ALL|NO)_PROXY|(https?|all|no)_proxy|SSL_CERT_(FILE|DIR)|GIT_SSL_(CAINFO|CAPATH)|DISPLAY|WAYLAND_DISPLAY|DBUS_SESSION_BUS_ADDRESS|XDG_(CONFIG_HOME|RUNTIME_DIR)|APPDATA|LOCALAPPDATA|USERPROFILE|GH_TOKEN|GITHUB_TOKEN|GH_CONFIG_DIR)$/;

/** The environment of git: an allow-list of the given one, and settings as `key=value`. */
export function gitEnv(
  inherited: Readonly<Record<string, string | undefined>>,
  settings: readonly (readonly [key: string, value: string])[],
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(inherited)) {
    if (value !== undefined && PASSED.test(name)) env[name] = value;
  }
  env['GIT_CONFIG_GLOBAL'] = devNull;
  env['GIT_CONFIG_NOSYSTEM'] = '1';
  env['GIT_TERMINAL_PROMPT'] = '0';
  env['GIT_SSH_COMMAND'] ??= `${env['GIT_SSH'] ?? 'ssh'} -o BatchMode=yes`;
  env['LC_ALL'] = 'C';
  // Settings go by the environment: an address may hold a token, and arguments can be read by every user.
  env['GIT_CONFIG_COUNT'] = String(settings.length);
  for (const [index, [key, value]] of settings.entries()) {
    env[`GIT_CONFIG_KEY_${index}`] = key;
    env[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return env;
}

/** Runs git to its end, its time limit or an interruption. Never throws; a failure is in the answer. */
export function git(args: readonly string[], call: GitCall): Promise<GitEnd> {
  const chunks: Buffer[] = [];
  let stderr = '';
  return new Promise((resolve) => {
    const end = (code: number | null, why = '') =>
      resolve({ code, stdout: Buffer.concat(chunks), stderr: stderr + why });
    if (call.interrupt?.aborted === true) return end(null, 'interrupted');
    const where = call.gitDir === null ? [] : [`--git-dir=${call.gitDir}`];
    // Never the current folder: git would look for a repository there.
    const cwd = call.gitDir ?? tmpdir();
    // A group of its own, so that the helpers git starts for a remote end with it.
    const child = spawn('git', [...where, ...args], { cwd, env: { ...call.env }, stdio: 'pipe', detached: true });
    const stop = () => signalGroup(child.pid, 'SIGKILL');
    const timer = setTimeout(() => {
      stderr += `\nstopped after ${call.timeoutMs} ms`;
      stop();
    }, call.timeoutMs);
    call.interrupt?.addEventListener('abort', stop);
    child.stdout.on('data', (chunk: Buffer) => {
      if (call.onOutput === undefined) chunks.push(chunk);
      else call.onOutput(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < 100_000) stderr += chunk.toString('utf8');
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(call.input ?? '');
    child.on('error', (error) => {
      clearTimeout(timer);
      end(null, errorText(error));
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      call.interrupt?.removeEventListener('abort', stop);
      end(code);
    });
  });
}

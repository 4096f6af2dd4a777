/** Chooses a harness, finds its version and its login. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../records/errors.ts';
import type { Endpoint, Harness } from '../records/harness.ts';
import type { Login } from '../records/terms.ts';
import type { Context } from './context.ts';
import { known } from './known.ts';
import { runTool } from './process.ts';

/** The harness of an id; an unknown one is a usage error that names the nearest. */
export async function chooseHarness(context: Context, id: string): Promise<Harness> {
  return known(context.harnesses, id);
}

/** PATH of a candidate: the person's own, or the system's. */
export function candidatePath(context: Context): string {
  return context.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin';
}

/** What a probe found: null version means that the program answered nothing usable. */
export type Probe =
  | { readonly found: true; readonly version: string | null }
  | { readonly found: false; readonly why: string };

/** Some CLIs unpack themselves at their first start in a home. */
const PROBE_MS = 30_000;

/** Asks a harness's program for its version, in a home that is thrown away: some CLIs write to theirs even for that. */
export async function probe(context: Context, harness: Harness): Promise<Probe> {
  if (harness.probe.argv === null) return { found: true, version: null };
  const home = mkdtempSync(join(tmpdir(), 'operant-probe-home-'));
  try {
    return await probeIn(context, harness, harness.probe.argv, home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function probeIn(context: Context, harness: Harness, argv: readonly string[], home: string): Promise<Probe> {
  const ran = await runTool(argv, PROBE_MS, { PATH: candidatePath(context), HOME: home, LANG: 'C.UTF-8' });
  if (ran.code !== 0) {
    const why = ran.stderr.trim().split('\n')[0] ?? '';
    return { found: false, why: why === '' ? 'it did not answer' : why };
  }
  return { found: true, version: harness.probe.version(ran.stdout) };
}

/** The version of a harness's program; null when it tells none. Throws a UsageError when it cannot be started. */
export async function versionOf(context: Context, harness: Harness): Promise<string | null> {
  const found = await probe(context, harness);
  if (!found.found) throw new UsageError(`Cannot start ${harness.id}: ${found.why}`, harness.probe.install);
  return found.version;
}

/** Access to the model: how the harness is logged in, which variables it is handed, which home it uses. */
export interface Access {
  readonly login: Login;
  readonly endpoint: Endpoint | null;
  readonly hostEnv: Readonly<Record<string, string>>;
  readonly ownHome: string | null;
}

/** Variable with the key for `--endpoint`. */
export const ENDPOINT_KEY = 'OPERANT_ENDPOINT_KEY';

/** Decides how the harness reaches its model. Without any way the answer is a usage error that names the ways. */
export function accessOf(
  context: Context,
  harness: Harness,
  options: { endpoint: string | null; useLogin: boolean },
): Access {
  if (options.endpoint !== null) {
    const key = context.env[ENDPOINT_KEY];
    if (key === undefined || key === '') {
      throw new UsageError(
        'No key for the endpoint',
        `Set ${ENDPOINT_KEY}; a server that asks for none takes any text.`,
      );
    }
    return { login: 'key', endpoint: { baseUrl: options.endpoint, key }, hostEnv: {}, ownHome: null };
  }
  if (options.useLogin) return ownLogin(context, harness);
  const { keyVariables } = harness.login;
  if (keyVariables.length === 0) return { login: 'none', endpoint: null, hostEnv: {}, ownHome: null };
  for (const name of keyVariables) {
    const value = context.env[name];
    if (value !== undefined && value !== '')
      return { login: 'key', endpoint: null, hostEnv: { [name]: value }, ownHome: null };
  }
  throw new UsageError(
    `${harness.id} has no key`,
    `Set ${keyVariables.join(' or ')}, or use the login of this machine with --use-login (a smoke run).`,
  );
}

function ownLogin(context: Context, harness: Harness): Access {
  const { ownHome, ownHomeFile } = harness.login;
  if (ownHome === null || ownHomeFile === null)
    throw new UsageError(`${harness.id} has no login of its own to use`, 'Leave out --use-login.');
  const home = context.env[ownHome.variable] ?? join(homedir(), ownHome.fallback);
  if (!existsSync(join(homedir(), ownHomeFile)) && !existsSync(join(home, ownHomeFile.split('/').at(-1) ?? ''))) {
    throw new UsageError(
      `${harness.id} is not logged in on this machine`,
      `Log in with the CLI itself, or set ${harness.login.keyVariables.join(' or ')}.`,
    );
  }
  return { login: 'in_place', endpoint: null, hostEnv: {}, ownHome: home };
}

/** Variables that Operant sets itself; handing them over would undo a guard or a fresh home. */
const OURS = /^(PATH|HOME|PWD|LD_.*|NODE_OPTIONS|BASH_ENV|ENV|OPERANT_.*)$/;

/** The values of variables that the person hands to the agent by name. A missing one is a usage error. */
export function handedOver(context: Context, names: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of names) {
    const value = context.env[name];
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || OURS.test(name)) {
      throw new UsageError(
        `--env ${name}: this variable cannot be handed over`,
        'Name a variable that your agent needs, for example OPENAI_API_KEY.',
      );
    }
    if (value === undefined)
      throw new UsageError(`--env ${name}: the variable is not set`, `Set ${name}, or leave the option out.`);
    values[name] = value;
  }
  return values;
}

import type { Launch, PrepareInput } from '../../records/harness.ts';
import { TRIAL_MARK } from '../../records/trial-mark.ts';
import { baseEnvironment } from '../shared/environment.ts';

/** The variables that carry a key, in order of preference. Codex itself reads the first. */
export const KEY_VARIABLES: readonly string[] = ['CODEX_API_KEY', 'OPENAI_API_KEY'];

/** Id of the model provider that stands for a given endpoint in Codex's configuration. */
export const ENDPOINT_PROVIDER = 'operant-endpoint';

/** The variable that hands the endpoint's key to Codex; commands of the agent never see it. */
const ENDPOINT_KEY = 'OPERANT_ENDPOINT_KEY';

/** Retries of one request and of one broken stream: enough for a hiccup, few enough for a clear end. */
const RETRIES = 2;

/** A TOML basic string; JSON's escapes are a subset of TOML's. */
function toml(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f');
}

function tomlTable(entries: Readonly<Record<string, string>>): string {
  return `{${Object.entries(entries)
    .map(([name, value]) => `${name}=${toml(value)}`)
    .join(',')}}`;
}

/**
 * The environment of the agent's commands: the same plain one, and the mark by which their processes are found. Keys
 * stay with Codex itself. Codex filters by name last, so what is set must also be let through.
 */
function commandEnvironment(input: PrepareInput): string {
  const set = baseEnvironment({ path: input.path, home: input.home, hostEnv: {} });
  const through = [...Object.keys(set), TRIAL_MARK].map(toml).join(',');
  return `shell_environment_policy={inherit="all",set=${tomlTable(set)},include_only=[${through}]}`;
}

function endpointArguments(input: PrepareInput): string[] {
  if (input.endpoint === null) return [];
  const provider = [
    'name="Operant endpoint"',
    `base_url=${toml(input.endpoint.baseUrl)}`,
    'wire_api="responses"',
    `env_key="${ENDPOINT_KEY}"`,
    `request_max_retries=${RETRIES}`,
    `stream_max_retries=${RETRIES}`,
  ];
  const id = ENDPOINT_PROVIDER;
  return ['-c', `model_provider="${id}"`, '-c', `model_providers.${id}={${provider.join(',')}}`];
}

function protectionArguments(contained: boolean): string[] {
  if (contained) return ['--dangerously-bypass-approvals-and-sandbox'];
  return ['--sandbox', 'workspace-write', '-c', 'approval_policy="never"'];
}

function keyEnvironment(input: PrepareInput): Readonly<Record<string, string>> {
  if (input.endpoint !== null) return { [ENDPOINT_KEY]: input.endpoint.key };
  if (input.login !== 'key') return {};
  const found = KEY_VARIABLES.map((name) => input.hostEnv[name]).find((value) => value !== undefined && value !== '');
  return found === undefined ? {} : { CODEX_API_KEY: found };
}

/** Variables of the host that are not keys, such as a proxy's certificate file. */
function withoutKeys(hostEnv: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(hostEnv).filter(([name]) => !KEY_VARIABLES.includes(name)));
}

/**
 * A profile that puts PATH back after the system's own profile has replaced it, for an agent that starts a login shell
 * of its own (`bash -lc …`). Guarded commands stay first on PATH.
 */
function profile(path: string): string {
  return `PATH='${path.replaceAll("'", `'\\''`)}'\nexport PATH\n`;
}

/**
 * `codex exec --json`, the prompt on standard input. Codex's home is the trial's home itself (it must exist), or the
 * user's own with a login in place. Session logs are always kept (never `--ephemeral`): they alone
 * hold the usage of delegated agents and what the model was shown. The user's config.toml is not read, so that two
 * machines run the same thing. Endless reconnecting is off, so that a refused connection ends.
 * The workspace is its own project root: instructions and skills of a folder around it are not read.
 */
export function prepare(input: PrepareInput): Launch {
  return {
    files: [
      { path: '.profile', text: profile(input.path) },
      { path: '.bash_profile', text: profile(input.path) },
    ],
    argv: [
      'codex',
      'exec',
      '--json',
      '--skip-git-repo-check',
      '--ignore-user-config',
      ...protectionArguments(input.contained),
      '-C',
      input.workspace,
      ...(input.model === null ? [] : ['-m', input.model]),
      ...endpointArguments(input),
      '-c',
      'analytics.enabled=false',
      '-c',
      'check_for_update_on_startup=false',
      '-c',
      'project_root_markers=[]',
      '-c',
      'allow_login_shell=false',
      '-c',
      commandEnvironment(input),
      '--disable',
      'unbounded_connection_retries',
      '-o',
      input.finalFile,
      '-',
    ],
    env: {
      ...baseEnvironment({ path: input.path, home: input.home, hostEnv: withoutKeys(input.hostEnv) }),
      CODEX_HOME: input.login === 'in_place' && input.ownHome !== null ? input.ownHome : input.home,
      ...keyEnvironment(input),
    },
    stdin: input.prompt,
  };
}

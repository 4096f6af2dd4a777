import type { Launch, PrepareInput } from '../../records/harness.ts';
import { baseEnvironment } from '../shared/environment.ts';
import { ALLOWED_TOOLS } from './permissions.ts';

/** The variables that carry a key, in order of preference. Copilot itself reads them under these names. */
export const KEY_VARIABLES: readonly string[] = ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN'];

/** The model's name where the caller names none: an endpoint must be asked for some model. */
const NO_NAME = 'default';

function access(input: PrepareInput): Readonly<Record<string, string>> {
  const { endpoint, login, hostEnv, model } = input;
  if (endpoint !== null) {
    return {
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: endpoint.baseUrl,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_API_KEY: endpoint.key,
      COPILOT_MODEL: model ?? NO_NAME,
    };
  }
  if (login !== 'key') return {};
  const found = KEY_VARIABLES.flatMap((name) => {
    const value = hostEnv[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

/** Variables of the host that are not keys, such as a proxy's certificate file or the folder of Copilot's own program. */
function withoutKeys(hostEnv: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(hostEnv).filter(([name]) => !KEY_VARIABLES.includes(name)));
}

/**
 * The trial's own folder for temporary files, below its home. Copilot lets its file tools write in that folder whatever
 * the permissions are, keeps long outputs there and a cache of compiled code: in the system's folder one trial could
 * leave something for the next. It is not the home itself, where the agent could then write into the session logs.
 */
const TEMPORARY = 'tmp';

function parentOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}

/**
 * Copilot's commands run in a login shell, whose PATH begins with a folder of the system's profile. This puts guarded
 * commands first again; what Copilot itself adds stays behind them.
 */
function profile(path: string): string {
  return `PATH='${path.replaceAll("'", `'\\''`)}':"$PATH"\nexport PATH\n`;
}

function modelFlag(input: PrepareInput): readonly string[] {
  return input.endpoint !== null || input.model === null ? [] : [`--model=${input.model}`];
}

/**
 * `copilot --output-format json`, the prompt on standard input. Copilot takes instructions from the root of the next
 * repository around the workspace, so its search for one ends at the workspace. Its session logs are the trial's own;
 * with a login in place Copilot's folder, settings included, is the user's.
 */
export function prepare(input: PrepareInput): Launch {
  const { home } = input;
  const own = input.login === 'in_place' && input.ownHome !== null ? input.ownHome : home;
  const allowed = input.contained ? ['--allow-all'] : ALLOWED_TOOLS.map((tool) => `--allow-tool=${tool}`);
  return {
    files: [
      { path: '.bash_profile', text: profile(input.path) },
      { path: `${TEMPORARY}/.keep`, text: '' },
    ],
    argv: [
      ...['copilot', '--output-format=json', '--no-ask-user', '--no-auto-update', '--disable-builtin-mcps'],
      ...['--no-remote', '--no-remote-export', `--secret-env-vars=${KEY_VARIABLES.join(',')}`],
      ...modelFlag(input),
      ...allowed,
    ],
    env: {
      COPILOT_AUTO_UPDATE: 'false',
      ...baseEnvironment({ path: input.path, home, hostEnv: withoutKeys(input.hostEnv) }),
      GIT_CEILING_DIRECTORIES: parentOf(input.workspace),
      COPILOT_HOME: own,
      TMPDIR: `${home}/${TEMPORARY}`,
      ...access(input),
    },
    stdin: input.prompt,
  };
}

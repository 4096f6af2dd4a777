import type { Launch, PrepareInput } from '../../records/harness.ts';
import { baseEnvironment } from '../shared/environment.ts';
import { ALLOWED_TOOLS, EXCLUDED_TOOLS } from './permissions.ts';

/** The variables that carry a key. */
export const KEY_VARIABLES: readonly string[] = ['GEMINI_API_KEY'];

/** Settings of the trial, in its home. The CLI lets a system's settings win over those of a user and of a workspace. */
const SETTINGS = 'operant-gemini.json';

/** Attempts at one request: enough for a hiccup, few enough for a clear end. The CLI's own ten last for minutes. */
const ATTEMPTS = 3;

function settings({ contained, login }: PrepareInput): string {
  // Told apart by hand: with a base URL the CLI would choose a kind of login that it then refuses itself.
  const auth = login === 'in_place' ? {} : { auth: { selectedType: 'gemini-api-key' } };
  const value = {
    general: {
      enableAutoUpdate: false,
      enableAutoUpdateNotification: false,
      maxAttempts: ATTEMPTS,
      sessionRetention: { enabled: false },
    },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    security: { ...auth, environmentVariableRedaction: { enabled: true } },
    context: { memoryBoundaryMarkers: [] },
    advanced: { ignoreLocalEnv: true },
    hooksConfig: { enabled: false },
    mcp: { allowed: ['none'] },
    tools: { exclude: EXCLUDED_TOOLS, ...(contained ? {} : { allowed: ALLOWED_TOOLS }) },
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

function keyEnvironment(input: PrepareInput): Readonly<Record<string, string>> {
  const { endpoint, login, hostEnv } = input;
  if (endpoint !== null) return { GEMINI_API_KEY: endpoint.key, GOOGLE_GEMINI_BASE_URL: endpoint.baseUrl };
  const found = hostEnv['GEMINI_API_KEY'];
  return login !== 'key' || found === undefined ? {} : { GEMINI_API_KEY: found };
}

/** Variables of the host that are not keys, such as a proxy's certificate file. */
function withoutKeys(hostEnv: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(hostEnv).filter(([name]) => !KEY_VARIABLES.includes(name)));
}

/**
 * `gemini --output-format stream-json`, the prompt on standard input. The CLI's home is the trial's home, or the
 * user's own with a login in place. Settings that would make two machines run different things are overruled by a
 * settings file of the trial: no update, no statistics, no extension, hook or server of the user, no GEMINI.md and no
 * .env of a folder around the workspace, logs that are never deleted, and few retries. Variables that look like
 * secrets are kept from the agent's commands.
 */
export function prepare(input: PrepareInput): Launch {
  const home = input.login === 'in_place' && input.ownHome !== null ? input.ownHome : input.home;
  return {
    files: [{ path: SETTINGS, text: settings(input) }],
    argv: [
      'gemini',
      ...(input.model === null ? [] : ['--model', input.model]),
      '--approval-mode',
      input.contained ? 'yolo' : 'auto_edit',
      '--skip-trust',
      '--extensions',
      'none',
      '--output-format',
      'stream-json',
    ],
    env: {
      ...baseEnvironment({ path: input.path, home: input.home, hostEnv: withoutKeys(input.hostEnv) }),
      GEMINI_CLI_HOME: home,
      GEMINI_CLI_NO_RELAUNCH: 'true',
      GEMINI_CLI_SYSTEM_SETTINGS_PATH: `${input.home}/${SETTINGS}`,
      GEMINI_CLI_SYSTEM_DEFAULTS_PATH: `${input.home}/${SETTINGS}.defaults`,
      GEMINI_TELEMETRY_ENABLED: 'false',
      ...keyEnvironment(input),
    },
    stdin: input.prompt,
  };
}

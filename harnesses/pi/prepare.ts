import type { Launch, PrepareInput } from '../../records/harness.ts';
import { baseEnvironment } from '../shared/environment.ts';
import { extensionSource } from './extension.ts';
import { TOOLS } from './permissions.ts';

/** The variables that carry a key, in order of preference. pi reads each for its own provider. */
export const KEY_VARIABLES: readonly string[] = [
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'GEMINI_API_KEY',
  'OPENROUTER_API_KEY',
];

/** Id of the provider that stands for a given endpoint in pi's configuration. */
export const ENDPOINT_PROVIDER = 'operant-endpoint';

/** The variable that hands the endpoint's key to pi. */
const ENDPOINT_KEY = 'OPERANT_ENDPOINT_KEY';

/** Folder of pi's configuration below the trial's home. */
const FOLDER = '.pi/agent';

/** Our extension, below the trial's home. */
const EXTENSION = 'operant-pi.js';

/** Limits of a model behind an endpoint, which pi must be told, in tokens. */
const LIMITS = { contextWindow: 200_000, maxTokens: 32_000 };

/** Times a failed request is sent again. */
const RETRIES = 2;

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * Runs before every command of the agent: keys are taken out of its environment, and guarded commands stand first on
 * PATH, where pi puts a folder of its own. Without a trap bash would become the last program of the command, and when
 * a signal ended that, pi would call it a success.
 */
function commandPrefix(input: PrepareInput): string {
  return `unset ${[ENDPOINT_KEY, ...KEY_VARIABLES].join(' ')}; export PATH=${quoted(input.path)}; trap : EXIT`;
}

/** Every retry is pi's own, so that standard output shows it; compaction is off, as no line counts its tokens. */
function settings(input: PrepareInput): string {
  return json({
    compaction: { enabled: false },
    retry: { enabled: true, maxRetries: RETRIES, baseDelayMs: 1000, provider: { maxRetries: 0 } },
    enableInstallTelemetry: false,
    enableSkillCommands: true,
    shellCommandPrefix: commandPrefix(input),
  });
}

function models(baseUrl: string, id: string): string {
  const provider = {
    baseUrl,
    api: 'openai-completions',
    apiKey: ENDPOINT_KEY,
    compat: { supportsDeveloperRole: false, supportsReasoningEffort: false, supportsStore: false },
    models: [{ id, name: id, ...LIMITS }],
  };
  return json({ providers: { [ENDPOINT_PROVIDER]: provider } });
}

function keyEnvironment(input: PrepareInput): Readonly<Record<string, string>> {
  if (input.endpoint !== null) return { [ENDPOINT_KEY]: input.endpoint.key };
  if (input.login !== 'key') return {};
  const found = KEY_VARIABLES.flatMap((name) => {
    const value = input.hostEnv[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

/** Variables of the host that are not keys, such as a proxy's certificate file. */
function withoutKeys(hostEnv: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(hostEnv).filter(([name]) => !KEY_VARIABLES.includes(name)));
}

function modelFlags(input: PrepareInput): readonly string[] {
  if (input.endpoint !== null) return ['--provider', ENDPOINT_PROVIDER, '--model', input.model ?? 'default'];
  return input.model === null ? [] : ['--model', input.model];
}

/**
 * `pi --mode json`, the prompt on standard input. pi's configuration is the trial's own, or the user's with a login in
 * place, where the settings of the trial do not hold. Extensions, skills, instructions and templates of the user and of
 * folders around the workspace are off; our extension names those of the workspace.
 */
export function prepare(input: PrepareInput): Launch {
  const { home, endpoint } = input;
  const own = input.login === 'in_place' ? input.ownHome : null;
  const configuration = [
    { path: `${FOLDER}/settings.json`, text: settings(input) },
    ...(endpoint === null
      ? []
      : [{ path: `${FOLDER}/models.json`, text: models(endpoint.baseUrl, input.model ?? 'default') }]),
  ];
  return {
    files: [{ path: EXTENSION, text: extensionSource(input.workspace) }, ...(own === null ? configuration : [])],
    argv: [
      ...['pi', '--print', '--mode', 'json', '--no-session', '--offline'],
      ...['--no-extensions', '--extension', `${home}/${EXTENSION}`],
      ...['--no-skills', '--no-prompt-templates', '--no-themes', '--no-context-files'],
      ...['--tools', TOOLS.join(',')],
      ...modelFlags(input),
    ],
    env: {
      ...baseEnvironment({ path: input.path, home, hostEnv: withoutKeys(input.hostEnv) }),
      PI_CODING_AGENT_DIR: own ?? `${home}/${FOLDER}`,
      PI_OFFLINE: '1',
      PI_SKIP_VERSION_CHECK: '1',
      PI_TELEMETRY: '0',
      ...keyEnvironment(input),
    },
    stdin: input.prompt,
  };
}

import type { Launch, PrepareInput } from '../../records/harness.ts';
import { baseEnvironment } from '../shared/environment.ts';
import { LOG_FOLDER, recorderSource } from './recorder.ts';

/** The variables that carry a key, in order of preference. OpenCode reads each for its own provider. */
export const KEY_VARIABLES: readonly string[] = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENROUTER_API_KEY'];

/** Id of the provider that stands for a given endpoint in OpenCode's configuration. */
export const ENDPOINT_PROVIDER = 'operant-endpoint';

/** The variable that hands the endpoint's key to OpenCode. */
const ENDPOINT_KEY = 'OPERANT_ENDPOINT_KEY';

/** Folder of the trial's own configuration below its home. */
const CONFIG_FOLDER = '.config/opencode';

/**
 * OpenCode installs the types of its plugins into its configuration folder from the network, and waits for them. It
 * does not where a lock names them beside a folder of modules; the recorder needs no types.
 */
const NO_INSTALL = [
  { path: `${CONFIG_FOLDER}/node_modules/.keep`, text: '' },
  {
    path: `${CONFIG_FOLDER}/package-lock.json`,
    text: `${JSON.stringify({ lockfileVersion: 3, packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } } })}\n`,
  },
];

/** Limits of a model behind an endpoint, which OpenCode must be told, in tokens. */
const LIMITS = { context: 200_000, output: 32_000 };

function endpointProvider(input: PrepareInput, model: string): Readonly<Record<string, unknown>> {
  if (input.endpoint === null) return {};
  const options = { baseURL: input.endpoint.baseUrl, apiKey: `{env:${ENDPOINT_KEY}}` };
  const models = { [model]: { name: model, limit: LIMITS } };
  const provider = { npm: '@ai-sdk/openai-compatible', name: 'Operant endpoint', options, models };
  return { provider: { [ENDPOINT_PROVIDER]: provider }, enabled_providers: [ENDPOINT_PROVIDER] };
}

function modelOf(input: PrepareInput): string | null {
  if (input.endpoint === null) return input.model;
  return `${ENDPOINT_PROVIDER}/${input.model ?? 'default'}`;
}

/**
 * The trial's configuration. Automatic compaction is off, so that what the model was shown is what the log says; the
 * small model is the model itself, so that one run has one model.
 */
function configuration(input: PrepareInput): string {
  const model = modelOf(input);
  return JSON.stringify({
    autoupdate: false,
    share: 'disabled',
    instructions: [`${input.workspace}/AGENTS.md`],
    skills: { paths: [`${input.workspace}/.agents/skills`] },
    compaction: { auto: false, prune: false },
    permission: { '*': 'allow', question: 'deny', external_directory: input.contained ? 'allow' : 'deny' },
    ...(model === null ? {} : { model, small_model: model }),
    ...endpointProvider(input, input.model ?? 'default'),
  });
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

/**
 * `opencode run --format json`, the prompt on standard input. A title is given, or OpenCode asks the model for one in a
 * request that no record counts. OpenCode's configuration is the trial's own; with a login in place only the folder of
 * its data, where the login stands, is the user's. Outside a repository OpenCode would read the configuration
 * instructions and skills of every folder up to the root, so these are off and the workspace's own AGENTS.md and skills
 * are named.
 */
export function prepare(input: PrepareInput): Launch {
  const { home } = input;
  const data = input.login === 'in_place' && input.ownHome !== null ? input.ownHome : home;
  return {
    files: [
      { path: `${CONFIG_FOLDER}/plugin/recorder.js`, text: recorderSource(`${data}/${LOG_FOLDER}`) },
      ...NO_INSTALL,
    ],
    argv: ['opencode', 'run', '--format', 'json', '--title', 'trial'],
    env: {
      ...baseEnvironment({ path: input.path, home, hostEnv: withoutKeys(input.hostEnv) }),
      XDG_DATA_HOME: data,
      OPENCODE_CONFIG_CONTENT: configuration(input),
      OPENCODE_DISABLE_PROJECT_CONFIG: '1',
      OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      ...keyEnvironment(input),
    },
    stdin: input.prompt,
  };
}

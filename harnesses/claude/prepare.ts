import type { Launch, PrepareInput } from '../../records/harness.ts';
import { baseEnvironment } from '../shared/environment.ts';
import { ALLOWED_TOOLS } from './permissions.ts';

/** The variables that carry a key, in order of preference. Claude Code itself reads them under these names. */
export const KEY_VARIABLES: readonly string[] = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'CLAUDE_CODE_OAUTH_TOKEN',
];

/** Retries of one request: enough for a hiccup, few enough for a clear end. The default backs off for minutes. */
const RETRIES = '2';

/** Nothing but the model's requests leaves the machine, and nothing is updated in the middle of a run. */
const QUIET: Readonly<Record<string, string>> = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_AUTOUPDATER: '1',
};

/** Folders around the workspace, from the root down, without the workspace itself. */
function foldersAround(workspace: string): string[] {
  const parts = workspace.split('/').slice(1, -1);
  return ['', ...parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)];
}

/** Claude Code reads instructions of every folder up to the root; those around the workspace are not the suite's. */
function excludedInstructions(workspace: string): string[] {
  const names = ['CLAUDE.md', 'CLAUDE.local.md', '.claude/CLAUDE.md', '.claude/rules/**'];
  return foldersAround(workspace).flatMap((folder) => names.map((name) => `${folder}/${name}`));
}

function protectionArguments(contained: boolean): string[] {
  if (contained) return ['--dangerously-skip-permissions'];
  return ['--permission-mode', 'dontAsk', '--allowedTools', ALLOWED_TOOLS.join(',')];
}

/** Claude Code appends the version of the protocol to its base URL by itself. */
function endpointRoot(baseUrl: string): string {
  return baseUrl.replace(/\/v1$/, '');
}

function accessEnvironment(input: PrepareInput): Readonly<Record<string, string>> {
  const { endpoint, hostEnv, login } = input;
  if (endpoint !== null) {
    return { ANTHROPIC_BASE_URL: endpointRoot(endpoint.baseUrl), ANTHROPIC_API_KEY: endpoint.key };
  }
  if (login !== 'key') return {};
  const name = KEY_VARIABLES.find((one) => (hostEnv[one] ?? '') !== '');
  return name === undefined ? {} : { [name]: hostEnv[name] ?? '' };
}

/** Variables of the host that are not keys, such as a proxy's certificate file. */
function withoutKeys(hostEnv: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(hostEnv).filter(([name]) => !KEY_VARIABLES.includes(name)));
}

/** File that Claude Code reads before every command of the agent. */
const COMMAND_SETUP = 'commands.sh';

/**
 * Takes the keys out of the environment of the agent's commands. Claude Code can do that by itself only where
 * bubblewrap is installed, and does not start elsewhere when asked to.
 */
function commandSetup(path: string): string {
  return `unset ${KEY_VARIABLES.join(' ')}\n${profile(path)}`;
}

/** Puts PATH back after the system's own profile has replaced it, so that guarded commands stay first on it. */
function profile(path: string): string {
  return `PATH='${path.replaceAll("'", `'\\''`)}'\nexport PATH\n`;
}

/**
 * `claude -p` with the prompt on standard input. Claude Code's home is the trial's home itself, or the user's own with
 * a login in place. Session logs are always kept: they alone hold the final usage of each response. Only settings of
 * the workspace are read and no MCP server is started, so that two machines run the same thing. Keys are taken out of
 * the environment of the agent's commands.
 */
export function prepare(input: PrepareInput): Launch {
  const shell = profile(input.path);
  return {
    files: [
      { path: '.profile', text: shell },
      { path: '.bash_profile', text: shell },
      { path: COMMAND_SETUP, text: commandSetup(input.path) },
    ],
    argv: [
      'claude',
      '-p',
      '--output-format',
      'stream-json',
      '--verbose',
      '--setting-sources',
      'project',
      '--settings',
      JSON.stringify({ claudeMdExcludes: excludedInstructions(input.workspace) }),
      '--strict-mcp-config',
      ...(input.model === null ? [] : ['--model', input.model]),
      ...protectionArguments(input.contained),
    ],
    env: {
      ...baseEnvironment({ path: input.path, home: input.home, hostEnv: withoutKeys(input.hostEnv) }),
      ...QUIET,
      CLAUDE_CODE_MAX_RETRIES: RETRIES,
      CLAUDE_ENV_FILE: `${input.home}/${COMMAND_SETUP}`,
      CLAUDE_CODE_TMPDIR: input.home,
      CLAUDE_CONFIG_DIR: input.login === 'in_place' && input.ownHome !== null ? input.ownHome : input.home,
      // Claude Code refuses to bypass its checks as root unless it is told that something else contains it.
      ...(input.contained ? { IS_SANDBOX: '1' } : {}),
      ...accessEnvironment(input),
    },
    stdin: input.prompt,
  };
}

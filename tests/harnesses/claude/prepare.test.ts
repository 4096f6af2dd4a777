import { describe, expect, test } from 'vitest';
import { facts } from '../../../harnesses/claude/facts.ts';
import { prepare } from '../../../harnesses/claude/prepare.ts';
import type { PrepareInput } from '../../../records/harness.ts';

const INPUT: PrepareInput = {
  prompt: 'Decide.',
  workspace: '/w/run/workspace',
  home: '/h',
  path: "/w/it's:/bin",
  model: 'claude-sonnet-4-5',
  endpoint: null,
  login: 'key',
  ownHome: null,
  hostEnv: { ANTHROPIC_API_KEY: 'key-1', ANTHROPIC_AUTH_TOKEN: 'key-2', SSL_CERT_FILE: '/ca.pem' },
  program: [],
  contained: false,
  finalFile: '/h/final.raw',
};
const BYPASS = '--dangerously-skip-permissions';

const following = (argv: readonly string[], flag: string) => argv[argv.indexOf(flag) + 1];

describe('prepare', () => {
  test('keeps the permission checks on outside our isolation and never asks', () => {
    const { argv, env } = prepare(INPUT);
    expect(argv).not.toContain(BYPASS);
    expect(following(argv, '--permission-mode')).toBe('dontAsk');
    expect(following(argv, '--allowedTools')).toBe(facts.permissions(false)['allowedTools']?.toString());
    expect(env['IS_SANDBOX']).toBeUndefined();
  });

  test('switches the checks off only when contained', () => {
    const { argv, env } = prepare({ ...INPUT, contained: true });
    expect(argv).toContain(BYPASS);
    expect(argv).not.toContain('--permission-mode');
    expect(env['IS_SANDBOX']).toBe('1');
    expect(facts.permissions(true)['mode']).toBe('bypassPermissions');
  });

  test('keeps the session logs, reads no personal settings and starts no MCP server', () => {
    const { argv } = prepare(INPUT);
    expect(argv).not.toContain('--no-session-persistence');
    expect(following(argv, '--setting-sources')).toBe('project');
    expect(argv).toContain('--strict-mcp-config');
  });

  test('leaves out the instructions of folders around the workspace, and not those inside', () => {
    const settings = following(prepare(INPUT).argv, '--settings') ?? '';
    expect(JSON.parse(settings).claudeMdExcludes).toEqual(
      expect.arrayContaining(['/CLAUDE.md', '/w/CLAUDE.md', '/w/run/.claude/CLAUDE.md']),
    );
    expect(settings).not.toContain('/w/run/workspace');
  });

  test('sends the prompt through standard input', () => {
    const launch = prepare(INPUT);
    expect(launch.stdin).toBe('Decide.');
    expect(launch.argv).not.toContain('Decide.');
  });

  test('asks for no model when none is requested', () => {
    expect(prepare({ ...INPUT, model: null }).argv).not.toContain('--model');
  });

  test("hands over the preferred key alone, under its own name, and the host's other variables", () => {
    const { env } = prepare(INPUT);
    expect([env['ANTHROPIC_API_KEY'], env['ANTHROPIC_AUTH_TOKEN'], env['SSL_CERT_FILE']]).toEqual([
      'key-1',
      undefined,
      '/ca.pem',
    ]);
    const other = prepare({ ...INPUT, hostEnv: { CLAUDE_CODE_OAUTH_TOKEN: 'key-2' } }).env;
    expect(other['CLAUDE_CODE_OAUTH_TOKEN']).toBe('key-2');
  });

  test.each(['none', 'in_place', 'meter'] as const)('hands over no key of the host with login %s', (login) => {
    expect(JSON.stringify(prepare({ ...INPUT, login }))).not.toMatch(/key-[12]/);
  });

  test("reaches an endpoint at its root with the endpoint's key alone, and puts no key on the command line", () => {
    const launch = prepare({ ...INPUT, endpoint: { baseUrl: 'http://127.0.0.1:1/v1', key: 'key-3' } });
    expect(launch.env['ANTHROPIC_BASE_URL']).toBe('http://127.0.0.1:1');
    expect(launch.env['ANTHROPIC_API_KEY']).toBe('key-3');
    expect(JSON.stringify(launch)).not.toMatch(/key-[12]/);
    expect(launch.argv.join(' ')).not.toContain('key-3');
  });

  test("uses the trial's home, and the user's own only with a login in place", () => {
    expect(prepare(INPUT).env['CLAUDE_CONFIG_DIR']).toBe('/h');
    const inPlace = prepare({ ...INPUT, login: 'in_place', ownHome: '/home/me/.claude' });
    expect(inPlace.env['CLAUDE_CONFIG_DIR']).toBe('/home/me/.claude');
    expect(inPlace.env['HOME']).toBe('/h');
  });

  test("takes every key out of the commands' environment and puts PATH back, whatever stands in it", () => {
    const { env, files } = prepare(INPUT);
    const setup = files.find(({ path }) => `/h/${path}` === env['CLAUDE_ENV_FILE'])?.text ?? '';
    expect(setup).toMatch(/^unset ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN CLAUDE_CODE_OAUTH_TOKEN\n/);
    expect(setup).toContain(`PATH='/w/it'\\''s:/bin'\nexport PATH\n`);
    expect(files.find(({ path }) => path === '.profile')?.text).toBe(`PATH='/w/it'\\''s:/bin'\nexport PATH\n`);
  });

  test('the version is read from what claude prints', () => {
    expect(facts.probe.version('2.1.332 (Claude Code)\n')).toBe('2.1.332');
    expect(facts.probe.version('something else 1.2.3')).toBe(null);
  });
});

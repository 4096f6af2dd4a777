import { describe, expect, test } from 'vitest';
import { prepare } from '../../../harnesses/codex/prepare.ts';
import type { PrepareInput } from '../../../records/harness.ts';

const INPUT: PrepareInput = {
  prompt: 'Decide.',
  workspace: '/w',
  home: '/h',
  path: "/w/it's:/bin",
  model: 'gpt-5.4',
  endpoint: null,
  login: 'key',
  ownHome: null,
  hostEnv: { CODEX_API_KEY: 'key-1', OPENAI_API_KEY: 'key-2', SSL_CERT_FILE: '/ca.pem' },
  program: [],
  contained: false,
  finalFile: '/h/final.raw',
};
const BYPASS = '--dangerously-bypass-approvals-and-sandbox';

const following = (argv: readonly string[], flag: string) => argv[argv.indexOf(flag) + 1];
const settings = (argv: readonly string[]) => argv.filter((_, index) => argv[index - 1] === '-c');

describe('prepare', () => {
  test("keeps Codex's own sandbox outside our isolation and never asks for approval", () => {
    const { argv } = prepare(INPUT);
    expect(argv).not.toContain(BYPASS);
    expect(following(argv, '--sandbox')).toBe('workspace-write');
    expect(settings(argv)).toContain('approval_policy="never"');
  });

  test('switches the protections off only when contained', () => {
    const { argv } = prepare({ ...INPUT, contained: true });
    expect(argv).toContain(BYPASS);
    expect(argv).not.toContain('--sandbox');
  });

  test('keeps the session logs and reads no personal configuration', () => {
    const { argv } = prepare(INPUT);
    expect(argv).not.toContain('--ephemeral');
    expect(argv).toContain('--ignore-user-config');
    expect(settings(argv)).toContain('project_root_markers=[]');
  });

  test('sends the prompt through standard input', () => {
    const launch = prepare(INPUT);
    expect(launch.stdin).toBe('Decide.');
    expect(launch.argv.at(-1)).toBe('-');
    expect(launch.argv).not.toContain('Decide.');
  });

  test('ends a refused connection instead of waiting for ever', () => {
    expect(following(prepare(INPUT).argv, '--disable')).toBe('unbounded_connection_retries');
  });

  test('asks for no model when none is requested', () => {
    expect(prepare({ ...INPUT, model: null }).argv).not.toContain('-m');
  });

  test("hands over the preferred key, under the name that Codex reads, and the host's other variables", () => {
    const { env } = prepare(INPUT);
    expect(env['CODEX_API_KEY']).toBe('key-1');
    expect(env['OPENAI_API_KEY']).toBeUndefined();
    expect(env['SSL_CERT_FILE']).toBe('/ca.pem');
    expect(prepare({ ...INPUT, hostEnv: { OPENAI_API_KEY: 'key-2' } }).env['CODEX_API_KEY']).toBe('key-2');
  });

  test.each(['none', 'in_place', 'meter'] as const)('hands over no key of the host with login %s', (login) => {
    expect(JSON.stringify(prepare({ ...INPUT, login }))).not.toMatch(/key-[12]/);
  });

  test("reaches an endpoint with the endpoint's key alone, and puts no key on the command line", () => {
    const launch = prepare({ ...INPUT, endpoint: { baseUrl: 'http://127.0.0.1:1/v1', key: 'key-3' } });
    expect(launch.env['OPERANT_ENDPOINT_KEY']).toBe('key-3');
    expect(JSON.stringify(launch)).not.toMatch(/key-[12]/);
    expect(launch.argv.join(' ')).not.toContain('key-3');
    expect(settings(launch.argv)).toContain('model_provider="operant-endpoint"');
  });

  test("uses the trial's home, and the user's own only with a login in place", () => {
    expect(prepare(INPUT).env['CODEX_HOME']).toBe('/h');
    const inPlace = prepare({ ...INPUT, login: 'in_place', ownHome: '/home/me/.codex' });
    expect(inPlace.env['CODEX_HOME']).toBe('/home/me/.codex');
    expect(inPlace.env['HOME']).toBe('/h');
  });

  test("lets the agent's commands see PATH and the trial's mark, and no key", () => {
    const policy = settings(prepare(INPUT).argv).find((one) => one.startsWith('shell_environment_policy=')) ?? '';
    const through = /include_only=\[(.*)\]/.exec(policy)?.[1] ?? '';
    expect(through.split(',')).toEqual(expect.arrayContaining(['"PATH"', '"HOME"', '"OPERANT_TRIAL"']));
    expect(through).not.toMatch(/KEY/);
  });

  test('puts PATH back for login shells, whatever stands in it', () => {
    const profile = prepare(INPUT).files.find(({ path }) => path === '.profile');
    expect(profile?.text).toBe(`PATH='/w/it'\\''s:/bin'\nexport PATH\n`);
  });
});

import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { facts } from '../../../harnesses/gemini/facts.ts';
import { prepare } from '../../../harnesses/gemini/prepare.ts';
import type { PrepareInput } from '../../../records/harness.ts';

const INPUT: PrepareInput = {
  prompt: 'Decide.',
  workspace: '/w',
  home: '/h',
  path: '/guards:/bin',
  model: 'gemini-2.5-pro',
  endpoint: null,
  login: 'key',
  ownHome: null,
  hostEnv: { GEMINI_API_KEY: 'key-1', SSL_CERT_FILE: '/ca.pem' },
  program: [],
  contained: false,
  finalFile: '/h/final.raw',
};

const Settings = z.record(z.string(), z.record(z.string(), z.unknown()));
const settings = (input: PrepareInput) => Settings.parse(JSON.parse(prepare(input).files[0]?.text ?? 'null'));
const following = (argv: readonly string[], flag: string) => argv[argv.indexOf(flag) + 1];

describe('prepare', () => {
  test('lets every tool run unasked only when contained', () => {
    expect(following(prepare(INPUT).argv, '--approval-mode')).toBe('auto_edit');
    expect(settings(INPUT)['tools']).toMatchObject({ allowed: ['run_shell_command', 'invoke_agent'] });
    const contained = { ...INPUT, contained: true };
    expect(following(prepare(contained).argv, '--approval-mode')).toBe('yolo');
    expect(settings(contained)['tools']).not.toHaveProperty('allowed');
  });

  test('records what it grants', () => {
    expect(facts.permissions(false)).toMatchObject({ approvals: 'auto_edit' });
    expect(facts.permissions(true)).toMatchObject({ approvals: 'yolo', allowedTools: 'all' });
  });

  test('sends the prompt through standard input alone', () => {
    const { argv, stdin } = prepare(INPUT);
    expect(stdin).toBe('Decide.');
    expect(argv).not.toContain('Decide.');
  });

  test('overrules the settings of a user and of a workspace by a file in its home', () => {
    const { env, files } = prepare(INPUT);
    expect(env['GEMINI_CLI_SYSTEM_SETTINGS_PATH']).toBe(`/h/${files[0]?.path}`);
    expect(settings(INPUT)).toMatchObject({
      general: { enableAutoUpdate: false, maxAttempts: 3, sessionRetention: { enabled: false } },
      context: { memoryBoundaryMarkers: [] },
      security: { auth: { selectedType: 'gemini-api-key' }, environmentVariableRedaction: { enabled: true } },
    });
  });

  test("hands over the key and the host's other variables", () => {
    const { env } = prepare(INPUT);
    expect(env).toMatchObject({ GEMINI_API_KEY: 'key-1', SSL_CERT_FILE: '/ca.pem', HOME: '/h', GEMINI_CLI_HOME: '/h' });
    expect(env).not.toHaveProperty('GOOGLE_GEMINI_BASE_URL');
  });

  test("points at an endpoint with the endpoint's key", () => {
    const endpoint = { baseUrl: 'http://127.0.0.1:1', key: 'other' };
    const { env } = prepare({ ...INPUT, endpoint });
    expect(env).toMatchObject({ GEMINI_API_KEY: 'other', GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:1' });
  });

  test('uses a login in place: no key, no kind of login of its own, a fresh home for everything else', () => {
    const input: PrepareInput = { ...INPUT, login: 'in_place', ownHome: '/own' };
    const { env } = prepare(input);
    expect(env).toMatchObject({ GEMINI_CLI_HOME: '/own', HOME: '/h' });
    expect(env).not.toHaveProperty('GEMINI_API_KEY');
    expect(settings(input)['security']).not.toHaveProperty('auth');
  });

  test('asks for no model when none is requested', () => {
    expect(prepare({ ...INPUT, model: null }).argv).not.toContain('--model');
  });

  test('reads the version', () => {
    expect(facts.probe.version('0.61.0\n')).toBe('0.61.0');
    expect(facts.probe.version('no version')).toBeNull();
  });
});

import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { prepare } from '../../../harnesses/opencode/prepare.ts';
import type { PrepareInput } from '../../../records/harness.ts';

const INPUT: PrepareInput = {
  prompt: 'Do it.',
  workspace: '/w',
  home: '/h',
  path: '/bin',
  model: 'm1',
  endpoint: { baseUrl: 'http://127.0.0.1:1/v1', key: 'secret' },
  login: 'none',
  ownHome: null,
  hostEnv: {},
  program: [],
  contained: true,
  finalFile: '/h/final.raw',
};

const configOf = (input: PrepareInput) =>
  z.record(z.string(), z.unknown()).parse(JSON.parse(prepare(input).env['OPENCODE_CONFIG_CONTENT'] ?? ''));

describe('prepare', () => {
  test('points at the endpoint and keeps its key out of the configuration', () => {
    const { env, argv, stdin } = prepare(INPUT);
    expect(configOf(INPUT)).toMatchObject({
      model: 'operant-endpoint/m1',
      small_model: 'operant-endpoint/m1',
      provider: { 'operant-endpoint': { options: { baseURL: 'http://127.0.0.1:1/v1' } } },
    });
    expect(env['OPENCODE_CONFIG_CONTENT']).not.toContain('secret');
    expect(env['OPERANT_ENDPOINT_KEY']).toBe('secret');
    expect([argv[0], stdin]).toEqual(['opencode', 'Do it.']);
  });

  test('asks for no title, which would be a request that no record counts', () => {
    expect(prepare(INPUT).argv).toContain('--title');
  });

  test('hands keys over by name with a key login, and not beside an endpoint', () => {
    const hostEnv = { OPENAI_API_KEY: 'k' };
    const key = prepare({ ...INPUT, endpoint: null, login: 'key', model: 'openai/m1', hostEnv });
    expect(key.env['OPENAI_API_KEY']).toBe('k');
    expect(prepare({ ...INPUT, hostEnv }).env['OPENAI_API_KEY']).toBeUndefined();
  });

  test('uses the data folder of the user with a login in place, and the home of the trial for all else', () => {
    const { env, files } = prepare({ ...INPUT, login: 'in_place', ownHome: '/own' });
    expect([env['XDG_DATA_HOME'], env['HOME']]).toEqual(['/own', '/h']);
    expect(files.find(({ path }) => path.endsWith('recorder.js'))?.text).toContain('"/own/opencode/operant-sessions"');
    expect(prepare(INPUT).env['XDG_DATA_HOME']).toBe('/h');
  });

  test('denies folders outside the workspace unless contained', () => {
    expect(configOf(INPUT)).toMatchObject({ permission: { external_directory: 'allow' } });
    expect(configOf({ ...INPUT, contained: false })).toMatchObject({ permission: { external_directory: 'deny' } });
  });
});

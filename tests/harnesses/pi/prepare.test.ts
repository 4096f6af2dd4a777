import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { harness } from '../../../harnesses/pi/index.ts';
import { prepare } from '../../../harnesses/pi/prepare.ts';
import type { PrepareInput } from '../../../records/harness.ts';

const INPUT: PrepareInput = {
  prompt: 'Do it.',
  workspace: '/w',
  home: '/h',
  path: "/gu'ards:/bin",
  model: 'm1',
  endpoint: { baseUrl: 'http://127.0.0.1:1/v1', key: 'secret' },
  login: 'none',
  ownHome: null,
  hostEnv: {},
  program: [],
  contained: true,
  finalFile: '/h/final.raw',
};

const fileOf = (input: PrepareInput, name: string): unknown => {
  const text = prepare(input).files.find(({ path }) => path.endsWith(name))?.text;
  return text === undefined ? null : z.record(z.string(), z.unknown()).parse(JSON.parse(text));
};

describe('prepare', () => {
  test('points at the endpoint by a variable and writes its key into no file', () => {
    const { env, argv, files, stdin } = prepare(INPUT);
    expect(fileOf(INPUT, 'models.json')).toMatchObject({
      providers: {
        'operant-endpoint': {
          baseUrl: 'http://127.0.0.1:1/v1',
          api: 'openai-completions',
          apiKey: 'OPERANT_ENDPOINT_KEY',
          models: [{ id: 'm1' }],
        },
      },
    });
    expect(JSON.stringify(files)).not.toContain('secret');
    expect(env).toMatchObject({ OPERANT_ENDPOINT_KEY: 'secret', PI_CODING_AGENT_DIR: '/h/.pi/agent', PI_OFFLINE: '1' });
    expect(argv.join(' ')).toContain('--mode json --no-session');
    expect(argv.slice(-4)).toEqual(['--provider', 'operant-endpoint', '--model', 'm1']);
    expect(stdin).toBe('Do it.');
  });

  test('leaves every retry to pi, where it is printed, and compacts nothing', () => {
    expect(fileOf(INPUT, 'settings.json')).toMatchObject({
      compaction: { enabled: false },
      retry: { maxRetries: 2, provider: { maxRetries: 0 } },
    });
  });

  test('takes keys from the commands and puts guarded commands first on their PATH', () => {
    const { shellCommandPrefix } = z
      .looseObject({ shellCommandPrefix: z.string() })
      .parse(fileOf(INPUT, 'settings.json'));
    expect(shellCommandPrefix).toMatch(/^unset OPERANT_ENDPOINT_KEY ANTHROPIC_API_KEY /);
    expect(shellCommandPrefix).toContain("export PATH='/gu'\\''ards:/bin'");
  });

  test('hands keys over by name with a key login, and not beside an endpoint', () => {
    const hostEnv = { OPENAI_API_KEY: 'k', HTTPS_PROXY: 'p' };
    const key = prepare({ ...INPUT, endpoint: null, login: 'key', model: 'openai/m1', hostEnv });
    expect(key.env).toMatchObject({ OPENAI_API_KEY: 'k', HTTPS_PROXY: 'p' });
    expect(key.argv.slice(-2)).toEqual(['--model', 'openai/m1']);
    expect(prepare({ ...INPUT, hostEnv }).env['OPENAI_API_KEY']).toBeUndefined();
  });

  test('with a login in place uses the home of the user and writes nothing there', () => {
    const own = { ...INPUT, endpoint: null, login: 'in_place' as const, ownHome: '/own', model: null };
    const { env, files, argv } = prepare(own);
    expect([env['PI_CODING_AGENT_DIR'], env['HOME']]).toEqual(['/own', '/h']);
    expect(files.map(({ path }) => path)).toEqual(['operant-pi.js']);
    expect(argv).not.toContain('--model');
  });

  test('the extension names the skills and instructions of the workspace, and no others are read', () => {
    const { files, argv } = prepare({ ...INPUT, workspace: '/w "$& x' });
    expect(argv).toEqual(expect.arrayContaining(['--no-extensions', '--no-skills', '--no-context-files']));
    expect(argv).toContain('/h/operant-pi.js');
    expect(files.find(({ path }) => path === 'operant-pi.js')?.text).toContain('const WORKSPACE = "/w \\"$& x";');
  });
});

test('the version is read from a line of its own', () => {
  expect(harness.probe.version('0.73.1\n')).toBe('0.73.1');
  expect(harness.probe.version('no version')).toBeNull();
});

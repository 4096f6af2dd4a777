import { describe, expect, test } from 'vitest';
import { harness } from '../../../harnesses/copilot/index.ts';
import { prepare } from '../../../harnesses/copilot/prepare.ts';
import type { PrepareInput } from '../../../records/harness.ts';

const INPUT: PrepareInput = {
  prompt: 'Do it.',
  workspace: '/runs/w',
  home: '/h',
  path: "/gu'ards:/bin",
  model: 'm1',
  endpoint: { baseUrl: 'http://127.0.0.1:1/v1', key: 'k-e-y' },
  login: 'none',
  ownHome: null,
  hostEnv: {},
  program: [],
  contained: true,
  finalFile: '/h/final.raw',
};

const allowed = (input: PrepareInput): readonly string[] =>
  prepare(input).argv.filter((one) => one.startsWith('--allow'));

describe('prepare', () => {
  test('points at the endpoint, offline, and writes its key into no file and no argument', () => {
    const { env, argv, files, stdin } = prepare(INPUT);
    expect(env).toMatchObject({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: 'http://127.0.0.1:1/v1',
      COPILOT_PROVIDER_API_KEY: 'k-e-y',
      COPILOT_MODEL: 'm1',
      COPILOT_HOME: '/h',
      COPILOT_AUTO_UPDATE: 'false',
    });
    expect(JSON.stringify([files, argv])).not.toContain('k-e-y');
    expect(argv).toEqual(expect.arrayContaining(['--output-format=json', '--no-ask-user', '--no-auto-update']));
    expect(argv.join(' ')).not.toContain('--model');
    expect(stdin).toBe('Do it.');
  });

  test('allows everything only when contained, else what the permissions say and nothing more', () => {
    expect(allowed(INPUT)).toEqual(['--allow-all']);
    const limited = ['write', 'shell(node:*)', 'shell(git diff:*)', 'task'];
    expect(allowed({ ...INPUT, contained: false })).toEqual(limited.map((tool) => `--allow-tool=${tool}`));
    expect(harness.permissions(false)['allowedTools']).toEqual(limited);
    expect(harness.permissions(true)['allowedTools']).toEqual(['all']);
  });

  test('ends the search for a repository at the workspace and puts guarded commands first again', () => {
    const { env, files } = prepare(INPUT);
    expect(env['GIT_CEILING_DIRECTORIES']).toBe('/runs');
    expect(prepare({ ...INPUT, workspace: '/w' }).env['GIT_CEILING_DIRECTORIES']).toBe('/');
    const profile = { path: '.bash_profile', text: `PATH='/gu'\\''ards:/bin':"$PATH"\nexport PATH\n` };
    expect(files).toEqual(expect.arrayContaining([profile, { path: 'tmp/.keep', text: '' }]));
    expect(files).toHaveLength(2);
  });

  test('hands keys over by name with a key login, keeps them from commands, and not beside an endpoint', () => {
    const hostEnv = { GH_TOKEN: 'k', COPILOT_PKG_CACHE_HOME: '/unpacked' };
    const key = prepare({ ...INPUT, endpoint: null, login: 'key', hostEnv });
    expect(key.env).toMatchObject({ GH_TOKEN: 'k', COPILOT_PKG_CACHE_HOME: '/unpacked' });
    expect(key.env['COPILOT_OFFLINE']).toBeUndefined();
    expect(key.argv).toContain('--model=m1');
    expect(key.argv).toContain('--secret-env-vars=COPILOT_GITHUB_TOKEN,GH_TOKEN,GITHUB_TOKEN');
    expect(prepare({ ...INPUT, hostEnv }).env['GH_TOKEN']).toBeUndefined();
  });

  test('with a login in place uses the folder of the user, and writes only into the home of the trial', () => {
    const own = { ...INPUT, endpoint: null, login: 'in_place' as const, ownHome: '/own', model: null };
    const { env, argv } = prepare(own);
    expect([env['COPILOT_HOME'], env['HOME']]).toEqual(['/own', '/h']);
    expect(argv.join(' ')).not.toContain('--model');
  });
});

test('the version is read out of its sentence', () => {
  expect(harness.probe.version('GitHub Copilot CLI 1.0.102.\nRun …\n')).toBe('1.0.102');
  expect(harness.probe.version('no version')).toBeNull();
});

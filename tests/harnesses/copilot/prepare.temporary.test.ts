import { expect, test } from 'vitest';
import { prepare } from '../../../harnesses/copilot/prepare.ts';
import type { PrepareInput } from '../../../records/harness.ts';

const INPUT: PrepareInput = {
  prompt: 'Do it.',
  workspace: '/w',
  home: '/h',
  path: '/bin',
  model: 'm1',
  endpoint: { baseUrl: 'http://127.0.0.1:1/v1', key: 'k' },
  login: 'none',
  ownHome: null,
  hostEnv: { TMPDIR: '/shared' },
  program: [],
  contained: false,
  finalFile: '/h/final.raw',
};

test.each([
  ['the home of the trial', INPUT],
  ['a login in place', { ...INPUT, endpoint: null, login: 'in_place' as const, ownHome: '/own' }],
])('temporary files stay in a folder of the trial that holds nothing else: %s', (_, input) => {
  const { env, files } = prepare(input);
  expect(env['TMPDIR']).toBe('/h/tmp');
  expect(env['COPILOT_HOME']).not.toBe(env['TMPDIR']);
  expect(files).toContainEqual({ path: 'tmp/.keep', text: '' });
});

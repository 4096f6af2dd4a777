import { expect, test } from 'vitest';
import { baseEnvironment } from '../../../harnesses/shared/environment.ts';

test('baseEnvironment holds the fixed names and what the host may give, and nothing else', () => {
  const env = baseEnvironment({ path: '/guards:/bin', home: '/home/trial', hostEnv: { SSL_CERT_FILE: '/ca.pem' } });
  expect(env).toEqual({
    PATH: '/guards:/bin',
    HOME: '/home/trial',
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    NO_COLOR: '1',
    TZ: 'UTC',
    CI: '1',
    SSL_CERT_FILE: '/ca.pem',
  });
});

test('baseEnvironment lets no host variable move the home or PATH', () => {
  const env = baseEnvironment({ path: '/guards', home: '/home/trial', hostEnv: { HOME: '/home/me', PATH: '/evil' } });
  expect(env['HOME']).toBe('/home/trial');
  expect(env['PATH']).toBe('/guards');
});

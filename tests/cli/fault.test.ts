import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutSecrets, writeFault } from '../../cli/fault.ts';
import { contextOf } from '../runner/setup.ts';

describe('withoutSecrets', () => {
  it.each([
    ['OPENAI_API_KEY', 'sk-abcdef123456'],
    ['GITHUB_TOKEN', 'ghp_abcdef123456'],
    ['MY_SECRET', 'hunter2hunter2'],
    ['DB_PASSWORD', 'p@ss w0rd'],
    ['PGPASS', 'letmein-123'],
    ['GH_PAT', 'github_pat_abc123'],
    ['SESSION_COOKIE', 'c00kie-c00kie'],
    ['SENTRY_DSN', 'https://abc@sentry.example/1'],
    ['BASIC_AUTH', 'user:passphrase'],
    ['GOOGLE_APPLICATION_CREDENTIALS', '/keys/me.json'],
    ['my_private_value', 'abcdef'],
  ])('takes the value of %s out, wherever it stands', (name, value) => {
    const text = withoutSecrets(`before ${value} between "${value}"${value}after`, { [name]: value });
    expect(text).not.toContain(value);
    expect(text).toBe(`before [${name}] between "[${name}]"[${name}]after`);
  });

  it('leaves ordinary variables, short values and empty ones alone', () => {
    const env = { HOME: '/home-of-me', PATH: '/usr/bin:/bin', A_KEY: 'short', B_KEY: '', C_KEY: undefined };
    expect(withoutSecrets('/home-of-me short /usr/bin:/bin', env)).toBe('/home-of-me short /usr/bin:/bin');
  });

  it('leaves nothing of a secret that begins with another', () => {
    const env = { A_TOKEN: 'abcdef', B_TOKEN: 'abcdef-and-the-rest' };
    expect(withoutSecrets('abcdef-and-the-rest abcdef', env)).toBe('[B_TOKEN] [A_TOKEN]');
  });

  it('takes logins out of addresses', () => {
    expect(withoutSecrets('cannot reach https://me:pass@host/x and git://tok@host', {})).toBe(
      'cannot reach https://[login]@host/x and git://[login]@host',
    );
  });

  it('never leaves the value of a secret in any text', () => {
    const secret = fc
      .string({ minLength: 6, maxLength: 20, unit: 'grapheme-ascii' })
      .filter((text) => !/^[\s[\]A-Z_]+$/.test(text));
    fc.assert(
      fc.property(fc.string(), secret, fc.string(), (before, value, after) => {
        fc.pre(!'[X_TOKEN]'.includes(value) && !before.includes(value) && !after.includes(value));
        expect(withoutSecrets(`${before}\n${value}\n${after}`, { X_TOKEN: value })).not.toContain(`\n${value}\n`);
      }),
    );
  });
});

describe('writeFault', () => {
  it('writes version, runtime, time, command and stack to a private file, without secrets', () => {
    const context = contextOf('/tmp', { env: { API_KEY: 'very-secret-value' }, now: () => 0 });
    const path = writeFault(new Error('could not use very-secret-value'), context);
    if (path === null) throw new Error('no report');
    const text = readFileSync(path, 'utf8');
    expect(text).toMatch(/^operant 0\.0\.0\nnode \d+\.\d+\.\d+ on \w+ \w+\nat 1970-01-01T00:00:00\.000Z\ncommand /);
    expect(text).toContain('could not use [API_KEY]');
    expect(text).toMatch(/\n\s+at .*fault\.test\.ts/);
    expect(text).not.toContain('very-secret');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    rmSync(dirname(path), { recursive: true });
  });

  it('takes anything that was thrown', () => {
    const path = writeFault('just text', contextOf('/tmp'));
    if (path === null) throw new Error('no report');
    expect(readFileSync(path, 'utf8')).toContain('\njust text\n');
    rmSync(dirname(path), { recursive: true });
    expect(existsSync(path)).toBe(false);
  });
});

import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Harness } from '../../records/harness.ts';
import { accessOf, candidatePath, chooseHarness, handedOver, probe } from '../../runner/harness-choice.ts';
import { temporaryFolder } from '../repo/tree.ts';
import { contextOf, PLAIN, write } from './setup.ts';

/** A harness with a program and a login of its own, as data. */
const OWN: Harness = {
  ...PLAIN,
  id: 'own',
  probe: {
    argv: ['own-cli', '--version'],
    version: (text) => /\d+\.\d+/.exec(text)?.[0] ?? null,
    install: 'type this',
  },
  login: {
    keyVariables: ['OWN_KEY', 'OTHER_KEY'],
    ownHomeFile: '.own-cli-of-a-test/auth.json',
    ownHome: { variable: 'OWN_HOME', fallback: '.own-cli-of-a-test' },
  },
};

const PATH = { PATH: process.env['PATH'] };
const NOTHING = { endpoint: null, useLogin: false };

describe('chooseHarness', () => {
  it('finds a harness by its id', async () => {
    expect(await chooseHarness(contextOf('/tmp'), PLAIN.id)).toBe(PLAIN);
  });

  it('names the nearest for a typing error, all for anything else', async () => {
    const near = chooseHarness(contextOf('/tmp'), `${PLAIN.id}s`);
    await expect(near).rejects.toMatchObject({ name: 'UsageError', next: `Did you mean "${PLAIN.id}"?` });
    const far = chooseHarness(contextOf('/tmp'), 'something-else');
    await expect(far).rejects.toMatchObject({ next: expect.stringMatching(/^Harnesses: .*codex.*\.$/) });
  });
});

describe('probe', () => {
  async function probed(script: string | null) {
    const folder = temporaryFolder();
    if (script !== null) {
      write(folder, { 'own-cli': `#!/bin/sh\n${script}\n` });
      chmodSync(join(folder, 'own-cli'), 0o755);
    }
    return probe(contextOf('/tmp', { env: { PATH: `${folder}:/usr/bin:/bin` } }), OWN);
  }

  it.each([
    ['its version', 'echo own-cli 1.23', { found: true, version: '1.23' }],
    ['something without a version', 'echo hello', { found: true, version: null }],
    ['a failure with words', 'echo "not today" >&2; exit 1', { found: false, why: 'not today' }],
    ['a failure without words', 'exit 1', { found: false, why: 'it did not answer' }],
  ])('of a program that says %s', async (_, script, expected) => {
    expect(await probed(script)).toEqual(expected);
  });

  it('of a program that is absent', async () => {
    expect(await probed(null)).toEqual({ found: false, why: expect.stringMatching(/ENOENT/) });
  });

  it('of a harness that runs any program needs none', async () => {
    expect(await probe(contextOf('/tmp', { env: {} }), PLAIN)).toEqual({ found: true, version: null });
  });

  it('hands the program no key', async () => {
    const found = await probed('test -z "$OWN_KEY" && echo 1.0');
    expect(found).toEqual({ found: true, version: '1.0' });
  });
});

describe('accessOf', () => {
  it('needs none for a harness without keys', () => {
    expect(accessOf(contextOf('/tmp'), PLAIN, NOTHING)).toMatchObject({ login: 'none', hostEnv: {}, ownHome: null });
  });

  it.each([
    ['the first key', { OWN_KEY: 'a', OTHER_KEY: 'b' }, { OWN_KEY: 'a' }],
    ['the second when the first is empty', { OWN_KEY: '', OTHER_KEY: 'b' }, { OTHER_KEY: 'b' }],
  ])('hands over %s and nothing else', (_, keys, hostEnv) => {
    const context = contextOf('/tmp', { env: { ...PATH, ...keys, AWS_SECRET: 'x' } });
    expect(accessOf(context, OWN, NOTHING)).toEqual({ login: 'key', endpoint: null, hostEnv, ownHome: null });
  });

  it('names every way when there is none', () => {
    expect(() => accessOf(contextOf('/tmp'), OWN, NOTHING)).toThrow(
      expect.objectContaining({
        message: 'own has no key',
        next: expect.stringMatching(/OWN_KEY or OTHER_KEY.*--use-login/),
      }),
    );
  });

  it('takes the key of an endpoint from its own variable, and hands over no other', () => {
    const options = { endpoint: 'http://127.0.0.1/v1', useLogin: false };
    const context = contextOf('/tmp', { env: { OPERANT_ENDPOINT_KEY: 'k', OWN_KEY: 'a' } });
    expect(accessOf(context, OWN, options)).toEqual({
      login: 'key',
      endpoint: { baseUrl: 'http://127.0.0.1/v1', key: 'k' },
      hostEnv: {},
      ownHome: null,
    });
    expect(() => accessOf(contextOf('/tmp', { env: { OPERANT_ENDPOINT_KEY: '' } }), OWN, options)).toThrow(
      /No key for the endpoint/,
    );
  });

  it('uses a login in place only where there is one', () => {
    const home = temporaryFolder();
    const context = contextOf('/tmp', { env: { OWN_HOME: home, OWN_KEY: 'a' } });
    const options = { endpoint: null, useLogin: true };
    expect(() => accessOf(context, OWN, options)).toThrow(/own is not logged in on this machine/);
    write(home, { 'auth.json': '{}' });
    expect(accessOf(context, OWN, options)).toEqual({ login: 'in_place', endpoint: null, hostEnv: {}, ownHome: home });
    expect(() => accessOf(context, PLAIN, options)).toThrow(/has no login of its own to use/);
  });
});

describe('handedOver', () => {
  const context = contextOf('/tmp', { env: { A: '1', EMPTY: '', PATH: '/bin', OPERANT_X: 'x', LD_PRELOAD: 'y' } });

  it('gives the named variables and no other', () => {
    expect(handedOver(context, ['A', 'EMPTY'])).toEqual({ A: '1', EMPTY: '' });
    expect(handedOver(context, [])).toEqual({});
  });

  it.each(['PATH', 'HOME', 'LD_PRELOAD', 'NODE_OPTIONS', 'BASH_ENV', 'OPERANT_X', 'A B', '', '1A', 'A=B'])(
    'refuses "%s"',
    (name) => {
      expect(() => handedOver(context, [name])).toThrow(/cannot be handed over/);
    },
  );

  it('refuses one that is not set', () => {
    expect(() => handedOver(context, ['MISSING'])).toThrow(/--env MISSING: the variable is not set/);
  });
});

describe('candidatePath', () => {
  it('is the person’s own, or that of the system', () => {
    expect(candidatePath(contextOf('/tmp', { env: { PATH: '/x' } }))).toBe('/x');
    expect(candidatePath(contextOf('/tmp', { env: {} }))).toBe('/usr/local/bin:/usr/bin:/bin');
  });
});

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkpointText } from '../../../records/ledger.ts';
import { openLedger } from '../../../runner/ledger/open.ts';
import { checkSignature, signCheckpoint } from '../../../runner/ledger/sign.ts';
import { bareRepository, gitTestEnv } from '../../helpers/big-ledger.ts';
import { gitIn } from '../../helpers/git-facts.ts';
import { bodyFor, contextFor, ORIGIN } from '../../helpers/rows.ts';
import { temporaryFolder } from '../../helpers/temp.ts';

const folder = temporaryFolder();
const key = join(folder, 'key');
const other = join(folder, 'other');
const trusted = { allowedSigners: join(folder, 'allowed'), identity: 'results@example.test' };
const checkpoint = { origin: ORIGIN, count: 3, head: `receipt:${'ab'.repeat(32)}` };
const text = checkpointText(checkpoint);

beforeAll(() => {
  for (const path of [key, other]) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', path]);
  writeFileSync(trusted.allowedSigners, `results@example.test ${readFileSync(`${key}.pub`, 'utf8')}`);
});

describe('signCheckpoint and checkSignature', () => {
  it('accept a signature of the trusted key over the same text', async () => {
    expect(await checkSignature(text, await signCheckpoint(text, key), trusted)).toEqual({ ok: true });
  });

  it.each<[string, () => Promise<{ text: string; signature: string; identity?: string }>]>([
    [
      'another count',
      async () => ({ text: checkpointText({ ...checkpoint, count: 4 }), signature: await signCheckpoint(text, key) }),
    ],
    [
      'another head',
      async () => ({
        text: checkpointText({ ...checkpoint, head: `receipt:${'cd'.repeat(32)}` }),
        signature: await signCheckpoint(text, key),
      }),
    ],
    [
      'another origin',
      async () => ({
        text: checkpointText({ ...checkpoint, origin: 'example.test/other' }),
        signature: await signCheckpoint(text, key),
      }),
    ],
    ['a key that is not trusted', async () => ({ text, signature: await signCheckpoint(text, other) })],
    [
      'another identity',
      async () => ({ text, signature: await signCheckpoint(text, key), identity: 'someone@example.test' }),
    ],
    [
      'a signature for another purpose',
      async () => {
        const signature = execFileSync('ssh-keygen', ['-Y', 'sign', '-n', 'file', '-f', key], {
          input: text,
          encoding: 'utf8',
          stdio: ['pipe', 'pipe', 'ignore'],
        });
        return { text, signature };
      },
    ],
    ['no signature', () => Promise.resolve({ text, signature: '' })],
  ])('refuse %s', async (_, make) => {
    const { identity = trusted.identity, ...made } = await make();
    const checked = await checkSignature(made.text, made.signature, { ...trusted, identity });
    expect(checked).toMatchObject({ ok: false, message: expect.stringMatching(/\w/) });
  });

  it('say why there is no signature', async () => {
    await expect(signCheckpoint(text, join(folder, 'missing'))).rejects.toMatchObject({
      name: 'EvidenceError',
      code: 'not_signed',
    });
    await expect(signCheckpoint(text, key, { PATH: '/nonexistent' })).rejects.toMatchObject({ code: 'not_signed' });
  });
});

describe('an append with a signer', () => {
  const repository = bareRepository(join(folder, 'results.git'));
  const kinds = [
    ['directory', join(folder, 'ledger'), (name: string) => textIn(join(folder, 'ledger'), name)],
    ['branch', `git:${repository}`, (name: string) => shown(repository, name)],
  ] as const;

  it.each(kinds)('leaves a signature over the checkpoint beside it: %s', async (_, place, read) => {
    const ledger = openLedger(place);
    const sign = (checkpoint: string) => signCheckpoint(checkpoint, key);
    expect(await ledger.append(bodyFor('a'), contextFor({ sign }))).toMatchObject({ kind: 'recorded', signed: true });
    expect(await ledger.append(bodyFor('b'), contextFor({ sign }))).toMatchObject({ kind: 'recorded', signed: true });
    expect(await checkSignature(read('checkpoint') ?? '', read('checkpoint.sig') ?? '', trusted)).toEqual({ ok: true });
    expect(await ledger.verify({ rows: true })).toMatchObject({ ok: true, count: 2 });
    // What is not signed has no signature, least of all the one of the row before.
    expect(await ledger.append(bodyFor('c'), contextFor())).toMatchObject({ kind: 'recorded', signed: false });
    expect(read('checkpoint.sig')).toBeNull();
    const fails = () => Promise.reject(new Error('the key is locked'));
    expect(await ledger.append(bodyFor('d'), contextFor({ sign: fails }))).toMatchObject({
      kind: 'recorded',
      signed: false,
    });
    expect(await ledger.verify({ rows: true })).toMatchObject({ ok: true, count: 4 });
  });
});

function textIn(path: string, name: string): string | null {
  return existsSync(join(path, name)) ? readFileSync(join(path, name), 'utf8') : null;
}

function shown(repository: string, name: string): string | null {
  const here = gitIn(repository, 'ls-tree', '--name-only', 'bench-results').split('\n').includes(name);
  return here
    ? execFileSync('git', ['-C', repository, 'show', `bench-results:${name}`], { env: gitTestEnv(), encoding: 'utf8' })
    : null;
}

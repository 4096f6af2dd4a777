import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { LedgerOptions } from '../../../runner/ledger/ledger.ts';
import { openLedger } from '../../../runner/ledger/open.ts';
import { bareRepository, bigExecution, bigFiles, commitFiles } from '../../helpers/big-ledger.ts';
import { gitIn, history } from '../../helpers/git-facts.ts';
import { type Fault, type GitServer, type GitServerOptions, serveGit } from '../../helpers/git-http.ts';
import { bodyFor, contextFor } from '../../helpers/rows.ts';
import { temporaryFolder } from '../../helpers/temp.ts';

const folder = temporaryFolder();
const servers: GitServer[] = [];
let made = 0;

/** A served bare repository and a way to open the ledger in it. */
async function served(options: GitServerOptions = {}) {
  const name = `served-${made++}.git`;
  const path = bareRepository(join(folder, name));
  const server = await serveGit(folder, options);
  servers.push(server);
  const open = (more: LedgerOptions = {}) => openLedger(`git:${server.url(name)}`, { budgetMs: 20_000, ...more });
  return { path, server, open };
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

describe('GitLedger over smart HTTP', () => {
  it('records rows and reads them back', async () => {
    const { path, open } = await served();
    for (const name of ['a', 'b'])
      expect(await open().append(bodyFor(name), contextFor())).toMatchObject({ kind: 'recorded' });
    expect(await open().append(bodyFor('a'), contextFor())).toMatchObject({
      kind: 'already_recorded',
      row: { seq: 0 },
    });
    expect(await open().verify({ rows: true })).toMatchObject({ ok: true, count: 2 });
    expect(history(path).map(({ parents }) => parents)).toEqual([0, 1]);
  });

  it('moves the last shard and little more, and no other shard', async () => {
    const { path, server, open } = await served();
    const files = bigFiles(2_050);
    commitFiles(path, files);
    server.moved();
    expect(await open().append(bodyFor('new'), contextFor())).toMatchObject({ kind: 'recorded', count: 2_051 });
    const shard = Buffer.byteLength(files.get('ledger/000020.jsonl') ?? '');
    expect(server.moved()).toBeLessThan(shard + 128 * 1024);
    // The row of a duplicate lies in another shard: that one is read too.
    const again = bodyFor('big', { executionDigest: bigExecution(3) });
    expect(await open().append(again, contextFor())).toMatchObject({ kind: 'already_recorded', row: { seq: 3 } });
  });

  it('works with a server that gives no parts, at the price of more bytes', async () => {
    const { path, open } = await served();
    gitIn(path, 'config', 'uploadpack.allowFilter', 'false');
    commitFiles(path, bigFiles(250));
    expect(await open().append(bodyFor('new'), contextFor())).toMatchObject({ kind: 'recorded', count: 251 });
    expect(await open().verify({ rows: true })).toMatchObject({ ok: true, count: 251 });
  });

  it('shows its key to the server and to nobody else', async () => {
    const authorization = 'Basic c2VjcmV0LXRva2Vu';
    const { open } = await served({ authorization });
    const keyed = open({ httpHeader: `Authorization: ${authorization}` });
    expect(await keyed.append(bodyFor('a'), contextFor())).toMatchObject({ kind: 'recorded' });
    const wrong = open({ httpHeader: 'Authorization: Basic d3Jvbmc=' });
    const outcome = await wrong.append(bodyFor('b'), contextFor());
    expect(outcome).toMatchObject({ kind: 'unrecorded', code: 'remote_refused' });
    expect(await open().append(bodyFor('b'), contextFor())).toMatchObject({
      kind: 'unrecorded',
      code: 'remote_refused',
    });
    expect(JSON.stringify(outcome) + keyed.describe()).not.toMatch(/c2VjcmV0|d3Jvbmc/);
  });

  it('asks the keeper of keys that its user has configured, and takes nothing else from there', async () => {
    const authorization = `Basic ${Buffer.from('someone:kept-token').toString('base64')}`;
    const { server, path } = await served({ authorization });
    const home = join(folder, 'home');
    mkdirSync(home);
    const helper = '!f() { echo username=someone; echo password=kept-token; }; f';
    const config = `[credential]\n\thelper = "${helper}"\n[url "http://127.0.0.1:9/"]\n\tinsteadOf = http://127.0.0.1\n`;
    writeFileSync(join(home, '.gitconfig'), config);
    const env = { PATH: process.env['PATH'], HOME: home };
    const ledger = openLedger(`git:${server.url(path.split('/').at(-1) ?? '')}`, { env, budgetMs: 20_000 });
    expect(await ledger.append(bodyFor('a'), contextFor())).toMatchObject({ kind: 'recorded' });
  });

  it('does not show the user and password of its address', async () => {
    const { server, path } = await served({ authorization: 'Basic never' });
    const url = server.url(path.split('/').at(-1) ?? '').replace('//', '//user:hunter2@');
    const ledger = openLedger(`git:${url}`, { budgetMs: 5_000 });
    const outcome = await ledger.append(bodyFor('a'), contextFor());
    expect(outcome.kind).toBe('unrecorded');
    expect(JSON.stringify(outcome) + ledger.describe()).not.toContain('hunter2');
    await expect(ledger.verify()).rejects.toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });

  it('gives up on a dead remote when its budget is spent', async () => {
    const { server, open } = await served();
    await server.close();
    const started = performance.now();
    const outcome = await open({ budgetMs: 1_000 }).append(bodyFor('a'), contextFor());
    expect(outcome).toMatchObject({ kind: 'unrecorded', code: 'remote_unreachable' });
    expect(performance.now() - started).toBeLessThan(6_000);
  });

  it('gives up on a silent remote when its budget is spent', async () => {
    const { server, path } = await served({ fault: () => 'silent' });
    const ledger = openLedger(`git:${server.url(path.split('/').at(-1) ?? '')}`, { budgetMs: 1_000 });
    const started = performance.now();
    expect(await ledger.append(bodyFor('a'), contextFor())).toMatchObject({
      kind: 'unrecorded',
      code: 'remote_unreachable',
    });
    expect(performance.now() - started).toBeLessThan(8_000);
  });

  it.each<[string, (url: string, method: string) => boolean, Fault]>([
    ['answers the first request with an error', (url) => url.includes('upload-pack'), 'error'],
    ['cuts the line before the push', (url, method) => method === 'POST' && url.includes('receive-pack'), 'cut-before'],
    ['cuts the line after the push', (url, method) => method === 'POST' && url.includes('receive-pack'), 'cut-after'],
    ['answers the push with an error', (url, method) => method === 'POST' && url.includes('receive-pack'), 'error'],
  ])('records a row once when the remote %s', async (_, applies, fault) => {
    let faults = 0;
    const { path, open } = await served({
      fault: ({ method, url }) => (applies(url, method) && faults++ === 0 ? fault : 'none'),
    });
    const outcome = await open().append(bodyFor('a'), contextFor());
    expect(faults).toBeGreaterThan(1);
    // After a cut answer the row is found to be there already, which is a success as well.
    expect(outcome.kind).toBe(fault === 'cut-after' ? 'already_recorded' : 'recorded');
    expect(history(path)).toHaveLength(1);
    expect(await open().verify({ rows: true })).toMatchObject({ ok: true, count: 1 });
  });

  it('lets 4 writers of 5 rows each race without a lost or a repeated row', { timeout: 90_000 }, async () => {
    const { path, open } = await served();
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      const kinds: string[] = [];
      for (let row = 0; row < 5; row++) {
        const outcome = await open({ budgetMs: 60_000 }).append(bodyFor(`${writer}-${row}`), contextFor());
        kinds.push(outcome.kind);
      }
      return kinds;
    });
    expect((await Promise.all(writers)).flat()).toEqual(Array.from({ length: 20 }, () => 'recorded'));
    const { rows } = await open().read();
    expect(rows.map((row) => row.runId).sort()).toEqual(
      Array.from({ length: 20 }, (_, index) => `run-${Math.floor(index / 5)}-${index % 5}`),
    );
    // One commit a row, each on top of the one before: nothing was forced.
    expect(history(path).map(({ parents }) => parents)).toEqual([0, ...Array.from({ length: 19 }, () => 1)]);
  });
});

describe('GitLedger over ssh', () => {
  it('records a row by way of the ssh program it is given', async () => {
    const path = bareRepository(join(folder, 'ssh.git'));
    // In place of ssh: runs what would run on the other machine. Its last argument is that command.
    const ssh = join(folder, 'ssh.sh');
    writeFileSync(ssh, '#!/bin/sh\nfor last; do :; done\nexec sh -c "$last"\n', { mode: 0o755 });
    const env = { PATH: process.env['PATH'], GIT_SSH_COMMAND: ssh };
    const ledger = openLedger(`git:ssh://git@example.test${path}`, { env, budgetMs: 20_000 });
    expect(await ledger.append(bodyFor('a'), contextFor())).toMatchObject({ kind: 'recorded' });
    expect(await ledger.verify({ rows: true })).toMatchObject({ ok: true, count: 1 });
    expect(gitIn(path, 'show', 'bench-results:checkpoint').split('\n')[0]).toBe(
      `example.test${path.replace(/\.git$/, '')}/refs/heads/bench-results`,
    );
  });
});

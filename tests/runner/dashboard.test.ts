import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EvidenceError, UsageError } from '../../records/errors.ts';
import { suiteFile } from '../../records/ledger.ts';
import { type ServedDashboard, serveDashboard } from '../../runner/dashboard.ts';
import { openLedger } from '../../runner/ledger/open.ts';
import { ledgerFiles, writeFiles } from '../helpers/ledger-files.ts';
import { bodyFor, chainOf, contextFor, suiteRecord } from '../helpers/rows.ts';
import { temporaryFolder } from '../helpers/temp.ts';
import { contextOf } from './setup.ts';

const folder = temporaryFolder();
const data = join(folder, 'data');
const rows = chainOf(3);
const files = ledgerFiles(rows, [suiteRecord()]);
const PAGE = '<html lang="en" data-ledger="branch"></html>\n';

let now = 1000;
const context = contextOf(folder, { dataDir: data, now: () => now });
let served: ServedDashboard | null = null;

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Asks exactly for this path, which fetch() would clean up first. */
function get(
  path: string,
  how: { readonly method?: string; readonly host?: string } = {},
  from = served,
): Promise<Got> {
  const { port } = new URL(from?.url ?? '');
  return new Promise((resolve, reject) => {
    const headers = how.host === undefined ? {} : { host: how.host };
    const asked = request({ host: '127.0.0.1', port, path, method: how.method ?? 'GET', headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8');
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

beforeAll(async () => {
  const page = new Map([
    ['dashboard/index.html', PAGE],
    ['dashboard/dashboard.js', '// script\n'],
    ['dashboard/dashboard.css', 'body{}\n'],
  ]);
  writeFiles(data, page);
  writeFiles(join(folder, 'ledger'), files);
  writeFiles(join(folder, 'ledger'), new Map([['secret.txt', 'mine']]));
  served = await serveDashboard(context, join(folder, 'ledger'), 0);
});

afterAll(() => served?.close());

describe('serveDashboard()', () => {
  it.each([
    ['/', PAGE, 'text/html; charset=utf-8'],
    ['/index.html', PAGE, 'text/html; charset=utf-8'],
    ['/dashboard.js', '// script\n', 'text/javascript; charset=utf-8'],
    ['/dashboard.css', 'body{}\n', 'text/css; charset=utf-8'],
    ['/HEAD.json', files.get('HEAD.json'), 'application/json; charset=utf-8'],
    ['/checkpoint', files.get('checkpoint'), 'text/plain; charset=utf-8'],
    ['/ledger/000000.jsonl', files.get('ledger/000000.jsonl'), 'text/plain; charset=utf-8'],
    [
      `/${suiteFile(suiteRecord().digest)}`,
      files.get(suiteFile(suiteRecord().digest)),
      'application/json; charset=utf-8',
    ],
    ['/HEAD.json?now', files.get('HEAD.json'), 'application/json; charset=utf-8'],
  ])('gives %s', async (path, text, type) => {
    const got = await get(path);
    expect([got.status, got.text, got.headers['content-type']]).toEqual([200, text, type]);
  });

  it('forbids in every answer inline code, other origins, guessed types and keeping', async () => {
    for (const path of ['/', '/dashboard.js', '/HEAD.json', '/nothing', '/ledger/000009.jsonl']) {
      const { headers } = await get(path);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
      expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/);
      expect(headers).toMatchObject({
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
    }
  });

  it.each([
    '/secret.txt',
    '/ledger/',
    '/ledger/../secret.txt',
    '/../ledger/secret.txt',
    '/ledger/%2e%2e/secret.txt',
    '/executions/00',
    '/ledger/000000.jsonl/x',
    '/suites/x.json',
    '/.lock',
    '//HEAD.json',
  ])('gives nothing else: %s', async (path) => {
    const got = await get(path);
    expect(got.status).toBe(404);
    expect(got.text).not.toContain('mine');
  });

  it('has no content for a file that a ledger need not have', async () => {
    expect(await get('/ledger/000009.jsonl')).toMatchObject({ status: 204, text: '' });
    expect(await get(`/suites/${'0'.repeat(64)}.json`)).toMatchObject({ status: 204, text: '' });
  });

  it('answers this machine by its own name only, and only to GET and HEAD', async () => {
    expect((await get('/HEAD.json', { host: 'evil.example' })).status).toBe(403);
    expect((await get('/HEAD.json', { host: '127.0.0.1.evil.example' })).status).toBe(403);
    expect((await get('/HEAD.json', { host: 'localhost:1' })).status).toBe(200);
    expect((await get('/HEAD.json', { method: 'POST' })).status).toBe(405);
    expect(await get('/HEAD.json', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });

  it('listens on loopback only', () => {
    expect(served?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  });

  it('shows new rows when the page is loaded again, and one state of the ledger until then', async () => {
    const place = join(folder, 'growing');
    await openLedger(place).append(bodyFor('a'), contextFor());
    const growing = await serveDashboard(context, place, 0);
    const count = async (): Promise<unknown> => JSON.parse((await get('/HEAD.json', {}, growing)).text);
    now += 10_000;
    expect(await count()).toMatchObject({ count: 1 });
    await openLedger(place).append(bodyFor('b'), contextFor());
    const shard = async () => (await get('/ledger/000000.jsonl', {}, growing)).text.split('\n').length - 1;
    expect(await shard()).toBe(1);
    now += 10_000;
    expect(await shard()).toBe(1);
    expect(await count()).toMatchObject({ count: 2 });
    expect(await shard()).toBe(2);
    growing.close();
    await growing.closed;
  });

  it('serves a single file of rows, and says in the page that it is one', async () => {
    const file = join(folder, 'rows.jsonl');
    await openLedger(file).append(bodyFor('a'), contextFor());
    const single = await serveDashboard(context, file, 0);
    expect((await get('/', {}, single)).text).toContain('data-ledger="rows"');
    expect((await get('/checkpoint', {}, single)).status).toBe(204);
    expect(JSON.parse((await get('/HEAD.json', {}, single)).text)).toMatchObject({ count: 1 });
    single.close();
  });

  it('refuses what it cannot serve, with what to do', async () => {
    await expect(serveDashboard(context, join(folder, 'absent'), 0)).rejects.toThrow(EvidenceError);
    await expect(serveDashboard({ ...context, dataDir: folder }, join(folder, 'ledger'), 0)).rejects.toThrow(
      'This build ships no dashboard',
    );
    const taken = createServer();
    const port = await new Promise<number>((resolve) => {
      taken.listen(0, '127.0.0.1', () => {
        const address = taken.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    const asked = serveDashboard(context, join(folder, 'ledger'), port);
    await expect(asked).rejects.toThrow(UsageError);
    await expect(asked).rejects.toThrow(`Cannot listen on port ${port}: something else listens there.`);
    taken.close();
  });

  it('ends when it is interrupted', async () => {
    const interrupt = new AbortController();
    const ended = await serveDashboard({ ...context, interrupt: interrupt.signal }, join(folder, 'ledger'), 0);
    interrupt.abort();
    await ended.closed;
    await expect(get('/', {}, ended)).rejects.toThrow(/ECONNREFUSED/);
  });
});

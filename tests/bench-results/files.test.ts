import { describe, expect, it } from 'vitest';
import { badgeOf, badgeText } from '../../bench-results/badge.ts';
import { link, rowLine } from '../../bench-results/chain.ts';
import { filesOfAppend } from '../../bench-results/files.ts';
import { shardProblem } from '../../bench-results/layout.ts';
import { verifyTail } from '../../bench-results/tail.ts';
import { headOf, shardFile } from '../../records/ledger.ts';
import { bodyFor, chainOf, ORIGIN, suiteRecord } from '../helpers/rows.ts';
import { textOf } from '../helpers/tamper.ts';

const rows = chainOf(102);
const row = (seq: number) => rows[seq] ?? link(bodyFor('none'), 0, 'genesis:');
const endpoint = badgeOf(row(0), suiteRecord());
if (endpoint === null) throw new Error('a row of the project itself has a badge');
const badge = { endpoint, picture: '<svg/>\n' };
const extended = { origin: ORIGIN, shard: '', executions: [], hasSuite: true, badge, readme: '# Results\n' };
const bytes = (text: string) => new TextEncoder().encode(text);

describe('filesOfAppend', () => {
  it('begins a ledger with everything', () => {
    const files = filesOfAppend(row(0), suiteRecord(), { ...extended, hasSuite: false });
    expect(files.map(({ path }) => path.replace(/[0-9a-f]{64}/, 'DIGEST'))).toEqual([
      'ledger/000000.jsonl',
      expect.stringMatching(/^executions\/[0-9a-f]{2}$/),
      'suites/DIGEST.json',
      'badges/decision-test.json',
      'badges/decision-test.svg',
      'README.md',
      'checkpoint',
      'HEAD.json',
    ]);
  });

  it('rewrites the last shard, one index file, the badge, README.md, the checkpoint and the head, and nothing else', () => {
    const before = textOf(rows.slice(0, 50));
    const files = filesOfAppend(row(50), suiteRecord(), { ...extended, shard: before });
    expect(files.map(({ path }) => path.split('/')[0])).toEqual([
      'ledger',
      'executions',
      'badges',
      'badges',
      'README.md',
      'checkpoint',
      'HEAD.json',
    ]);
    expect(files[0]).toEqual({ path: 'ledger/000000.jsonl', text: before + rowLine(row(50)) });
    expect(files.at(-1)?.text).toBe(
      `{"count":51,"head":"${row(50).receipt}","schema":"operant.head/v1","shard":"ledger/000000.jsonl"}\n`,
    );
  });

  it('writes the badge for machines and as a picture, and none for a row without one', () => {
    const text = (name: string, files: ReturnType<typeof filesOfAppend>) =>
      files.find(({ path }) => path === `badges/decision-test.${name}`)?.text;
    const files = filesOfAppend(row(0), suiteRecord(), extended);
    expect([text('json', files), text('svg', files)]).toEqual([badgeText(endpoint), '<svg/>\n']);
    const none = filesOfAppend(row(0), suiteRecord(), { ...extended, badge: null });
    expect([text('json', none), text('svg', none)]).toEqual([undefined, undefined]);
  });

  it('begins a new shard after 100 rows', () => {
    const files = filesOfAppend(row(100), suiteRecord(), { ...extended, shard: textOf(rows.slice(0, 100)) });
    expect(files[0]).toEqual({ path: 'ledger/000001.jsonl', text: rowLine(row(100)) });
  });
});

describe('verifyTail', () => {
  const checkpointAt = (seq: number) =>
    filesOfAppend(row(seq), suiteRecord(), extended).find(({ path }) => path === 'checkpoint')?.text ?? '';
  const sound = (count: number) => ({
    shards: Array.from({ length: Math.ceil(count / 100) }, (_, index) => shardFile(index * 100)),
    head: bytes(JSON.stringify(headOf(count, row(count - 1).receipt))),
    checkpoint: bytes(checkpointAt(count - 1)),
    shard: bytes(textOf(rows.slice(Math.floor((count - 1) / 100) * 100, count))),
  });

  it.each([1, 2, 99, 100, 101, 102])('accepts the end of a ledger of %i rows from its last shard alone', (count) => {
    expect(verifyTail(sound(count), {})).toEqual({ ok: true, count, head: row(count - 1).receipt });
  });

  it('accepts that there is no ledger', () => {
    expect(verifyTail({ shards: [], head: null, checkpoint: null, shard: null }, {})).toEqual({
      ok: true,
      count: 0,
      head: null,
    });
  });

  it.each<[string, Partial<ReturnType<typeof sound>> | { head: null } | { checkpoint: null }, string]>([
    ['a head that counts more', { head: bytes(JSON.stringify(headOf(103, row(101).receipt))) }, 'count_mismatch'],
    ['a head of another row', { head: bytes(JSON.stringify(headOf(102, row(100).receipt))) }, 'head_mismatch'],
    ['no head', { head: null }, 'head_mismatch'],
    ['a head that is none', { head: bytes('{}') }, 'head_mismatch'],
    ['no checkpoint', { checkpoint: null }, 'head_mismatch'],
    ['an older checkpoint', { checkpoint: bytes(checkpointAt(100)) }, 'count_mismatch'],
    ['a checkpoint that is none', { checkpoint: bytes('origin\n') }, 'head_mismatch'],
    ['a shard whose last row was cut', { shard: bytes(rowLine(row(100))) }, 'count_mismatch'],
    [
      'a shard with an edited row',
      { shard: bytes(textOf(rows.slice(100)).replace('"wallMs":1234', '"wallMs":1')) },
      'receipt_mismatch',
    ],
    ['a torn shard', { shard: bytes(textOf(rows.slice(100)).slice(0, -5)) }, 'torn_tail'],
    ['an empty shard', { shard: bytes('') }, 'count_mismatch'],
    ['a missing shard before', { shards: ['ledger/000001.jsonl'] }, 'chain_broken'],
    ['a file that is no shard', { shards: ['ledger/000000.jsonl', 'ledger/1.jsonl'] }, 'chain_broken'],
  ])('refuses %s', (_, change, code) => {
    expect(verifyTail({ ...sound(102), ...change }, {})).toMatchObject({ ok: false, code });
  });

  it('refuses a first shard of another origin', () => {
    const other = chainOf(3, 'row', 'example.test/other');
    const files = { ...sound(3), shard: bytes(textOf(other)) };
    expect(verifyTail(files, {})).toMatchObject({ ok: false, code: 'chain_broken', row: 0 });
  });

  it('holds what a card has shown against the last shard', () => {
    expect(verifyTail(sound(102), { checkpoint: { count: 101, head: row(100).receipt } })).toMatchObject({ ok: true });
    expect(verifyTail(sound(102), { checkpoint: { count: 101, head: row(99).receipt } })).toMatchObject({
      code: 'head_mismatch',
      row: 100,
    });
    expect(verifyTail(sound(102), { checkpoint: { count: 103, head: row(99).receipt } })).toMatchObject({
      code: 'count_mismatch',
    });
  });
});

describe('shardProblem', () => {
  it('names the first gap', () => {
    expect(shardProblem([])).toBeNull();
    expect(shardProblem(['ledger/000000.jsonl', 'ledger/000002.jsonl'])).toMatchObject({
      code: 'chain_broken',
      row: 100,
    });
  });
});

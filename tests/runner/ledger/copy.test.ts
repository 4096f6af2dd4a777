import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EvidenceError } from '../../../records/errors.ts';
import { Head } from '../../../records/ledger.ts';
import { copyOfRows } from '../../../runner/ledger/copy.ts';
import { openLedger } from '../../../runner/ledger/open.ts';
import { ledgerFiles, writeFiles } from '../../helpers/ledger-files.ts';
import { readAll } from '../../helpers/page-source.ts';
import { bodyFor, chainOf, contextFor, suiteRecord } from '../../helpers/rows.ts';
import { textOf } from '../../helpers/tamper.ts';

const folder = mkdtempSync(join(tmpdir(), 'operant-copy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rows = chainOf(205);
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array | undefined) => new TextDecoder().decode(content);

describe('copyOf()', () => {
  it('holds what a page reads, byte for byte, and nothing of the index', async () => {
    const files = ledgerFiles(rows, [suiteRecord()]);
    writeFiles(join(folder, 'whole'), files);
    const copy = await openLedger(join(folder, 'whole')).copy();
    expect(copy?.kind).toBe('branch');
    const wanted = [...files].filter(([path]) => !path.startsWith('executions/'));
    expect([...(copy?.files ?? [])].map(([path, content]) => [path, text(content)]).sort()).toEqual(wanted.sort());
  });

  it('is null for a ledger that does not exist, and an error for files that are none', async () => {
    expect(await openLedger(join(folder, 'absent')).copy()).toBeNull();
    expect(await openLedger(join(folder, 'absent.jsonl')).copy()).toBeNull();
    writeFiles(join(folder, 'foreign'), new Map([['notes.txt', 'mine']]));
    await expect(openLedger(join(folder, 'foreign')).copy()).rejects.toThrow(EvidenceError);
  });

  it('of a single file is what was appended to it', async () => {
    const file = join(folder, 'rows.jsonl');
    for (const name of ['a', 'b']) await openLedger(file).append(bodyFor(name), contextFor());
    const copy = await openLedger(file).copy();
    expect(copy?.kind).toBe('rows');
    expect((await readAll(copy?.files ?? new Map(), { kind: 'rows' })).reading).toMatchObject({ ok: true, count: 2 });
  });
});

describe('copyOfRows()', () => {
  it('spreads the lines over shards and says what the last row says', () => {
    const { files } = copyOfRows(bytes(textOf(rows))) ?? expect.fail('rows');
    expect([...files.keys()]).toEqual([
      'ledger/000000.jsonl',
      'ledger/000001.jsonl',
      'ledger/000002.jsonl',
      'HEAD.json',
    ]);
    expect(text(files.get('ledger/000001.jsonl'))).toBe(textOf(rows.slice(100, 200)));
    expect(Head.parse(JSON.parse(text(files.get('HEAD.json'))))).toMatchObject({
      count: 205,
      head: rows.at(-1)?.receipt,
    });
  });

  it.each([
    ['a torn line', textOf(rows.slice(0, 3)).slice(0, -10), { code: 'torn_tail', row: 2 }],
    ['something else', 'not rows\n', { code: 'not_canonical', row: 0 }],
    ['a last row without a receipt', `${textOf(rows.slice(0, 1))}{}\n`, { code: 'unknown_schema', row: 1 }],
  ])('leaves %s as it is, for the reader to find', async (_, content, failure) => {
    writeFileSync(join(folder, 'odd.jsonl'), content);
    const copy = await openLedger(join(folder, 'odd.jsonl')).copy();
    const { reading } = await readAll(copy?.files ?? new Map(), { kind: 'rows' });
    expect(reading).toMatchObject({ ok: false, failure });
  });

  it('is null without a line', () => {
    expect(copyOfRows(bytes(''))).toBeNull();
  });
});

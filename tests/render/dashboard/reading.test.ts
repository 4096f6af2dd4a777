import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { link, rowLine } from '../../../bench-results/chain.ts';
import { SHARD_ROWS, shardFile } from '../../../records/ledger.ts';
import type { Row } from '../../../records/row.ts';
import { readPart } from '../../../render/dashboard/part.ts';
import { joined, openLedger, type Part, partsOf, readSuite } from '../../../render/dashboard/reading.ts';
import { openLedger as openOnDisk } from '../../../runner/ledger/open.ts';
import { ledgerFiles, writeFiles } from '../../helpers/ledger-files.ts';
import { readAll, surroundings } from '../../helpers/page-source.ts';
import { chainOf, ORIGIN, suiteRecord } from '../../helpers/rows.ts';
import { soundRows, tampers } from '../../helpers/tamper.ts';

const folder = mkdtempSync(join(tmpdir(), 'operant-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ROWS = 230;
const rows = soundRows(ROWS);
const sound = ledgerFiles(rows, [suiteRecord()]);
const eachShard = (shards: number): Part[] => Array.from({ length: shards }, (_, at) => ({ from: at, to: at + 1 }));
const inOne = (shards: number): Part[] => (shards === 0 ? [] : [{ from: 0, to: shards }]);

/** The files of the sound ledger with other rows, spread over shards anew, as a forger would leave them. */
function withRows(text: string): Map<string, string> {
  const files = new Map([...sound].filter(([path]) => !path.startsWith('ledger/')));
  const lines = text.split(/(?<=\n)/);
  for (let first = 0; first < lines.length; first += SHARD_ROWS) {
    files.set(shardFile(first), lines.slice(first, first + SHARD_ROWS).join(''));
  }
  return files;
}

/** What `operant verify --rows` says of the same files. */
async function onDisk(files: ReadonlyMap<string, string>): Promise<string> {
  const place = mkdtempSync(join(folder, 'ledger-'));
  writeFiles(place, files);
  const result = await openOnDisk(place).verify({ rows: true, origin: ORIGIN });
  // The index of executions belongs to the rows as they were, and is looked at last; a page does not read it.
  if (result.ok || result.code === 'index_mismatch') return 'ok';
  return `${result.code} at ${result.row}`;
}

async function onPage(files: ReadonlyMap<string, string>, parts: (shards: number) => readonly Part[]): Promise<string> {
  const { reading } = await readAll(files, { parts });
  return reading.ok ? 'ok' : `${reading.failure.code} at ${reading.failure.row}`;
}

describe('readPart() and joined()', () => {
  it('read every row of a sound ledger, however it is cut into parts', async () => {
    for (const parts of [inOne, eachShard, undefined]) {
      const read = await readAll(sound, parts === undefined ? {} : { parts });
      expect(read.reading).toEqual({ ok: true, count: ROWS, head: rows.at(-1)?.receipt, origin: ORIGIN });
      expect(read.rows).toEqual(rows);
    }
  });

  it.each(tampers(ROWS))('$name: say what operant verify says, in one part or many', async ({ apply }) => {
    const files = withRows(apply(rows));
    const expected = await onDisk(files);
    expect(expected).not.toBe('ok');
    // A page cannot list a folder: it takes from the head how many shards there are, and finds the first one cut short.
    const shards = [...files.keys()].filter((path) => path.startsWith('ledger/')).length;
    const seen = shards < 3 && expected.startsWith('count_mismatch') ? 'not_canonical at null' : expected;
    expect(await onPage(files, inOne)).toBe(seen);
    expect(await onPage(files, eachShard)).toBe(seen);
  });

  it.each([0, 1, 99, 100, 101, 150, 199, 200, 228, 229])('name row %i when it was edited', async (seq) => {
    const edited = rows.map((row) => (row.seq === seq ? { ...row, integrityAlarms: 7 } : row));
    const files = ledgerFiles(edited, [suiteRecord()]);
    for (const parts of [inOne, eachShard]) {
      const read = await readAll(files, { parts });
      expect(read.reading).toMatchObject({ ok: false, failure: { code: 'receipt_mismatch', row: seq } });
      expect(read.reading).toMatchObject({ failure: { place: `${shardFile(seq)}:${(seq % 100) + 1}` } });
      expect(read.reading).toHaveProperty('line', expect.stringContaining(`"seq":${seq},`));
      expect(read.rows.filter((row) => row.seq < seq)).toEqual(rows.slice(0, seq));
      expect(read.rows.some((row) => row.seq === seq)).toBe(false);
    }
  });

  it('name a row that verifies and does not fit the schema', async () => {
    const bad: Row[] = chainOf(3).map((row) => ({ ...row }));
    const files = ledgerFiles(bad, [suiteRecord()]);
    const { seq: _, previous, receipt: __, ...body } = bad[2] ?? chainOf(1)[0] ?? expect.fail();
    const misfit = link({ ...body, wallMs: -1 }, 2, previous);
    files.set(
      shardFile(0),
      (files.get(shardFile(0)) ?? '')
        .split(/(?<=\n)/)
        .slice(0, 2)
        .join('') + rowLine(misfit),
    );
    const { reading } = await readAll(files);
    expect(reading).toMatchObject({ ok: false, failure: { code: 'malformed_row', row: 2 } });
  });

  it('name a missing shard, and do not ask for what follows it in its part', async () => {
    const files = new Map(sound);
    files.delete(shardFile(100));
    const { reading, rows: read } = await readAll(files, { parts: inOne });
    expect(reading).toMatchObject({ failure: { code: 'chain_broken', row: 100, place: shardFile(100) } });
    expect(read).toEqual(rows.slice(0, 100));
  });

  it('hold the end against HEAD.json and the checkpoint', async () => {
    const other = ledgerFiles(chainOf(3), [suiteRecord()]);
    for (const path of ['HEAD.json', 'checkpoint']) {
      const files = new Map(sound).set(path, other.get(path) ?? '');
      const { reading } = await readAll(files);
      expect(reading).toMatchObject({ ok: false, failure: { row: null } });
    }
    for (const path of ['HEAD.json', 'checkpoint']) {
      const { reading } = await readAll(new Map(sound).set(path, 'x'));
      expect(reading).toMatchObject({ ok: false, failure: { code: 'head_mismatch', row: null } });
    }
  });

  it('take a ledger that does not exist for an empty one, and a checkpoint without a head for a broken one', async () => {
    expect((await readAll(new Map())).reading).toEqual({ ok: true, count: 0, head: null, origin: null });
    const note = new Map([['checkpoint', sound.get('checkpoint') ?? '']]);
    expect((await readAll(note)).reading).toMatchObject({ ok: false, failure: { code: 'count_mismatch' } });
  });

  it('read rows without a checkpoint, of any origin, against what their head says', async () => {
    const files = ledgerFiles(chainOf(5, 'row', 'example.test/elsewhere'), []);
    files.delete('checkpoint');
    expect((await readAll(files, { kind: 'rows' })).reading).toMatchObject({ ok: true, count: 5, origin: null });
    files.set('HEAD.json', (files.get('HEAD.json') ?? '').replace(/receipt:..../, 'receipt:0000'));
    expect((await readAll(files, { kind: 'rows' })).reading).toMatchObject({ failure: { code: 'head_mismatch' } });
  });

  it('fail when a file cannot be fetched, and are not left with a promise that nobody waits for', async () => {
    const outside = surroundings(sound);
    const found = await openLedger(outside, 'branch');
    if (!found.ok) return expect.fail('the ledger is sound');
    const fetch = (path: string) =>
      path === shardFile(200) ? Promise.reject(new Error('no line')) : outside.fetch(path);
    await expect(readPart({ ...outside, fetch }, found.opened, { from: 0, to: 3 }, async () => {})).rejects.toThrow(
      'no line',
    );
    return undefined;
  });
});

describe('partsOf()', () => {
  const opened = async (count: number) => {
    const head = `{"count":${count},"head":"receipt:${'a'.repeat(64)}","schema":"operant.head/v1","shard":"${shardFile(count - 1)}"}`;
    const found = await openLedger(surroundings(new Map([['HEAD.json', head]])), 'branch');
    return found.ok ? found.opened : expect.fail('a head');
  };

  it.each([
    [1, 4, [[0, 1]]],
    [1500, 4, [[0, 15]]],
    [
      1501,
      4,
      [
        [0, 8],
        [8, 16],
      ],
    ],
    [10_000, 1, [[0, 100]]],
    [
      10_000,
      2,
      [
        [0, 50],
        [50, 100],
      ],
    ],
    [
      10_000,
      4,
      [
        [0, 25],
        [25, 50],
        [50, 75],
        [75, 100],
      ],
    ],
  ])('spreads %i rows over at most %i readers', async (count, readers, expected) => {
    expect(partsOf(await opened(count), readers).map(({ from, to }) => [from, to])).toEqual(expected);
  });

  it('has none for a ledger without rows', () => {
    expect(partsOf({ kind: 'branch', head: null, checkpoint: null, first: 'any genesis', origin: null }, 4)).toEqual(
      [],
    );
  });
});

describe('joined()', () => {
  it('ends where the first broken part does, in the order of the rows', async () => {
    const found = await openLedger(surroundings(sound), 'branch');
    if (!found.ok) return expect.fail('the ledger is sound');
    const good = { ok: true, count: 100, head: null } as const;
    const bad = (row: number | null) =>
      ({ ok: false, failure: { ok: false, code: 'chain_broken', row, place: null, message: '' }, line: '' }) as const;
    expect(joined(found.opened, [good, bad(120), bad(250)])).toMatchObject({ failure: { row: 120 } });
    expect(joined(found.opened, [bad(null), bad(120)])).toMatchObject({ failure: { row: null } });
    expect(joined(found.opened, [good, bad(null)])).toMatchObject({ failure: { row: null } });
    return undefined;
  });
});

describe('readSuite()', () => {
  it('reads the record of a suite, and takes no other for it', async () => {
    const suite = suiteRecord();
    expect(await readSuite(surroundings(sound), 'branch', suite.digest)).toEqual(suite);
    expect(await readSuite(surroundings(sound), 'rows', suite.digest)).toBeNull();
    expect(await readSuite(surroundings(new Map()), 'branch', suite.digest)).toBeNull();
    const path = `suites/${suite.digest.slice(7)}.json`;
    const other = new Map([[path, JSON.stringify({ ...suite, digest: `sha256:${'0'.repeat(64)}` })]]);
    expect(await readSuite(surroundings(other), 'branch', suite.digest)).toBeNull();
    expect(await readSuite(surroundings(new Map([[path, '{}']])), 'branch', suite.digest)).toBeNull();
  });
});

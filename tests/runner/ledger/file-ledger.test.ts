import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLedger } from '../../../runner/ledger/open.ts';
import { bigExecution, bigLines } from '../../helpers/big-ledger.ts';
import { bodyFor, contextFor, digestFor } from '../../helpers/rows.ts';
import { soundRows, tampers, textOf } from '../../helpers/tamper.ts';
import { temporaryFolder } from '../../helpers/temp.ts';

const folder = temporaryFolder();
let made = 0;
const fresh = () => join(folder, `ledger-${made++}.jsonl`);

describe('FileLedger', () => {
  it('is empty while it does not exist', async () => {
    const ledger = openLedger(fresh());
    expect(await ledger.verify()).toEqual({ ok: true, count: 0, head: null });
    expect(await ledger.read()).toEqual({ rows: [], count: 0, head: null });
    expect(await ledger.verify({ expectCount: 2 })).toMatchObject({ ok: false, code: 'count_mismatch' });
  });

  it('records rows, finds the one that is there, and refuses another grading', async () => {
    const path = fresh();
    const ledger = openLedger(path);
    for (const name of ['a', 'b', 'c'])
      expect(await ledger.append(bodyFor(name), contextFor())).toMatchObject({ kind: 'recorded' });
    const before = readFileSync(path);
    expect(await ledger.append(bodyFor('a'), contextFor())).toMatchObject({
      kind: 'already_recorded',
      row: { seq: 0 },
      count: 3,
    });
    const other = bodyFor('b', { evaluator: { ...bodyFor('b').evaluator, digest: digestFor('newer') } });
    expect(await ledger.append(other, contextFor())).toMatchObject({
      kind: 'refused',
      refusal: { code: 'duplicate_job' },
    });
    expect(readFileSync(path)).toEqual(before);
    expect(readdirSync(folder).filter((name) => name.endsWith('.lock') || name.endsWith('.tmp'))).toEqual([]);
    const { rows, head } = await ledger.read();
    expect(rows.map((row) => row.runId)).toEqual(['run-a', 'run-b', 'run-c']);
    expect(await ledger.verify({ rows: true, expectHead: head, expectCount: 3 })).toMatchObject({ ok: true });
  });

  it('finds a duplicate far back among lines that span many reads', async () => {
    const path = fresh();
    writeFileSync(path, [...bigLines(1500)].map(({ line }) => line).join(''));
    const ledger = openLedger(path);
    expect(await ledger.verify({ rows: true })).toMatchObject({ ok: true, count: 1500 });
    const again = bodyFor('big', { executionDigest: bigExecution(7) });
    expect(await ledger.append(again, contextFor())).toMatchObject({
      kind: 'already_recorded',
      row: { seq: 7 },
      count: 1500,
    });
    expect(await ledger.append(bodyFor('new'), contextFor())).toMatchObject({ kind: 'recorded', count: 1501 });
    expect(await ledger.verify()).toMatchObject({ ok: true, count: 1501 });
  });

  it('serves many writers of one process at once', async () => {
    const path = fresh();
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      const ends: string[] = [];
      for (let row = 0; row < 5; row++) {
        ends.push((await openLedger(path).append(bodyFor(`${writer}-${row}`), contextFor())).kind);
      }
      return ends;
    });
    expect((await Promise.all(writers)).flat()).toEqual(Array.from({ length: 20 }, () => 'recorded'));
    expect(await openLedger(path).verify({ rows: true })).toMatchObject({ ok: true, count: 20 });
  });

  const N = 6;
  const rows = soundRows(N);
  it.each(tampers(N).filter(({ bare }) => bare !== 'ok'))(
    'names $name with file and line, and takes no row on top',
    async ({ apply, bare }) => {
      const path = fresh();
      writeFileSync(path, apply(rows));
      const ledger = openLedger(path);
      const [code, row] = bare === 'ok' ? ['', 0] : bare;
      expect(await ledger.verify()).toMatchObject({ ok: false, code, row, place: `${path}:${Number(row) + 1}` });
      await expect(ledger.read()).rejects.toMatchObject({
        name: 'EvidenceError',
        code,
        message: expect.stringContaining(`${path}:${Number(row) + 1}`),
      });
      const before = readFileSync(path, 'utf8');
      expect(await ledger.append(bodyFor('new'), contextFor())).toMatchObject({
        kind: 'refused',
        refusal: { code: 'chain_broken', message: expect.stringContaining(code) },
      });
      expect(readFileSync(path, 'utf8')).toBe(before);
    },
  );

  it('refuses to follow a card that has shown more rows, or other ones', async () => {
    const path = fresh();
    writeFileSync(path, textOf(rows));
    const head = rows[N - 1]?.receipt ?? '';
    const ledger = openLedger(path);
    for (const seen of [
      { count: N + 1, head },
      { count: N - 1, head },
    ]) {
      expect(await ledger.append(bodyFor('new'), contextFor({ seen }))).toMatchObject({
        kind: 'refused',
        refusal: { code: 'chain_broken' },
      });
    }
    expect(await ledger.append(bodyFor('new'), contextFor({ seen: { count: N, head } }))).toMatchObject({
      kind: 'recorded',
    });
  });

  it('says that a folder is no file', async () => {
    const path = fresh();
    mkdirSync(path);
    await expect(openLedger(path).verify()).rejects.toMatchObject({ name: 'EvidenceError', code: 'unreadable' });
    expect(await openLedger(path).append(bodyFor('a'), contextFor())).toMatchObject({
      kind: 'unrecorded',
      code: 'storage',
    });
  });
});

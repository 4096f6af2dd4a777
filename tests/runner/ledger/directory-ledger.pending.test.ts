import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLedger } from '../../../runner/ledger/open.ts';
import { writeFiles } from '../../helpers/big-ledger.ts';
import { bodyFor, contextFor } from '../../helpers/rows.ts';
import { temporaryFolder } from '../../helpers/temp.ts';

const folder = temporaryFolder();

describe('DirectoryLedger: a pending append that was left', () => {
  it('is read as recorded, whichever of its files were already in place', async () => {
    const source = join(folder, 'left');
    await openLedger(source).append(bodyFor('a'), contextFor());
    const files = ['ledger/000000.jsonl', 'HEAD.json', 'checkpoint'];
    const old = new Map(files.map((name) => [name, readFileSync(join(source, name), 'utf8')]));
    await openLedger(source).append(bodyFor('b'), contextFor());
    const names = readdirSync(source, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const all = names.map((entry) => join(entry.parentPath, entry.name).slice(source.length + 1));
    const pending = {
      schema: 'operant.pending/v1',
      files: all.map((path) => ({ path, text: readFileSync(join(source, path), 'utf8') })),
    };
    for (let done = 0; done <= files.length; done++) {
      const path = join(folder, `left-${done}`);
      const now = new Map(all.map((name) => [name, readFileSync(join(source, name), 'utf8')]));
      for (const name of files.slice(done)) now.set(name, old.get(name) ?? '');
      writeFiles(path, new Map([...now, ['pending.json', JSON.stringify(pending)]]));
      expect(await openLedger(path).verify({ rows: true })).toMatchObject({ ok: true, count: 2 });
      expect(existsSync(join(path, 'pending.json'))).toBe(true);
      expect(await openLedger(path).append(bodyFor('c'), contextFor())).toMatchObject({ kind: 'recorded', count: 3 });
      expect(existsSync(join(path, 'pending.json'))).toBe(false);
    }
  });

  it('that is none, or leads out of the ledger, is an error and is left alone', async () => {
    const path = join(folder, 'bad');
    await openLedger(path).append(bodyFor('a'), contextFor());
    for (const text of [
      '',
      '{}',
      JSON.stringify({ schema: 'operant.pending/v1', files: [{ path: '../out', text: 'x' }] }),
    ]) {
      writeFiles(path, new Map([['pending.json', text]]));
      await expect(openLedger(path).verify()).rejects.toMatchObject({ name: 'EvidenceError', code: 'foreign' });
      expect(await openLedger(path).append(bodyFor('b'), contextFor())).toMatchObject({ kind: 'unrecorded' });
      expect(readFileSync(join(path, 'pending.json'), 'utf8')).toBe(text);
    }
    rmSync(join(path, 'pending.json'));
    expect(existsSync(join(folder, 'out'))).toBe(false);
    expect(await openLedger(path).verify()).toMatchObject({ ok: true, count: 1 });
  });
});

import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LedgerLock } from '../../../records/ledger.ts';
import { ownFolder, removeAbandoned } from '../../../runner/ledger/abandoned.ts';
import { openLedger } from '../../../runner/ledger/open.ts';
import { bareRepository } from '../../helpers/big-ledger.ts';
import { bodyFor, contextFor } from '../../helpers/rows.ts';
import { temporaryFolder } from '../../helpers/temp.ts';

const folder = temporaryFolder();
const before = process.env['TMPDIR'];
let gone = 0;

beforeAll(async () => {
  // A temporary folder of its own: other tests, and other people, write to ledgers meanwhile.
  const own = join(folder, 'tmp');
  mkdirSync(own);
  process.env['TMPDIR'] = own;
  const child = spawn('true');
  await new Promise((resolve) => child.on('close', resolve));
  gone = child.pid ?? 0;
});

afterAll(() => {
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
});

/** A folder as a writer leaves it, with what it says of its process changed. */
function left(change: Partial<LedgerLock>): string {
  const path = ownFolder();
  const lock = LedgerLock.parse(JSON.parse(readFileSync(join(path, 'holder.json'), 'utf8')));
  writeFileSync(join(path, 'holder.json'), JSON.stringify({ ...lock, ...change }));
  mkdirSync(join(path, 'repository.git'));
  return path;
}

describe('removeAbandoned()', () => {
  it.each<[string, () => Partial<LedgerLock>, boolean]>([
    ['a process that ended', () => ({ pid: gone }), true],
    ['an older boot', () => ({ bootId: '00000000-0000-0000-0000-000000000000' }), true],
    ['an earlier process with the same id', () => ({ startedAt: '1' }), true],
    ['a process that runs', () => ({}), false],
    ['another machine', () => ({ host: 'elsewhere', pid: gone }), false],
    ['another container', () => ({ space: 'pid:[1]', pid: gone }), false],
  ])('of %s', async (_, change, isRemoved) => {
    const path = left(change());
    await removeAbandoned();
    expect(existsSync(path)).toBe(!isRemoved);
  });

  it('leaves what names no process, a link, and what has another name', async () => {
    const nameless = mkdtempSync(join(tmpdir(), 'operant-ledger-'));
    const ended = left({ pid: gone });
    const [link, other] = [join(tmpdir(), 'operant-ledger-link'), join(folder, 'elsewhere')];
    mkdirSync(other);
    writeFileSync(join(other, 'holder.json'), readFileSync(join(ended, 'holder.json')));
    symlinkSync(other, link);
    await removeAbandoned();
    expect([nameless, other, link, ended].map((path) => existsSync(path))).toEqual([true, true, true, false]);
    rmSync(link);
  });
});

describe('an append to a branch', () => {
  it('removes what killed writers left, and leaves nothing itself', async () => {
    const repository = bareRepository(join(folder, 'results.git'));
    const killed = left({ pid: gone });
    const known = readdirSync(tmpdir()).filter((name) => join(tmpdir(), name) !== killed);
    const outcome = await openLedger(`git:${repository}`).append(bodyFor('a'), contextFor());
    expect(outcome.kind).toBe('recorded');
    expect(readdirSync(tmpdir()).sort()).toEqual(known.sort());
  });
});

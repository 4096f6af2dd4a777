import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FifoStock } from '../../runner/fifos.ts';
import { temporaryFolder } from '../repo/tree.ts';

function stock(wanted: number) {
  const root = temporaryFolder();
  const folder = join(root, 'ready');
  return { root, folder, fifos: new FifoStock(folder, wanted), at: (name: string) => join(root, name) };
}

const isOwnFifo = (path: string) => lstatSync(path).isFIFO() && (lstatSync(path).mode & 0o777) === 0o600;

describe('FifoStock', () => {
  it('puts another FIFO at each place, also more than were wanted and at the same time', async () => {
    const { fifos, at } = stock(3);
    const places = Array.from({ length: 10 }, (_, n) => at(`f${n}`));
    await Promise.all(places.map((path) => fifos.place(path)));
    expect(places.every(isOwnFifo)).toBe(true);
    expect(new Set(places.map((path) => lstatSync(path).ino)).size).toBe(10);
  });

  it('makes none before one is asked for, and leaves none', async () => {
    const { fifos, folder, at } = stock(5);
    expect(existsSync(folder)).toBe(false);
    await fifos.place(at('one'));
    expect(readdirSync(folder)).toHaveLength(4);
    fifos.clear();
    expect(existsSync(folder)).toBe(false);
    expect(isOwnFifo(at('one'))).toBe(true);
  });

  it.each([
    ['removed', () => undefined],
    ['replaced by files', (path: string) => writeFileSync(path, 'mine')],
    ['replaced by folders', (path: string) => mkdirSync(join(path, 'x'), { recursive: true })],
  ])('makes its FIFO anew when those that lay ready were %s', async (_, instead) => {
    const { fifos, folder, at } = stock(5);
    await fifos.place(at('one'));
    for (const name of readdirSync(folder)) {
      rmSync(join(folder, name));
      instead(join(folder, name));
    }
    await fifos.place(at('two'));
    expect(isOwnFifo(at('two'))).toBe(true);
  });

  it('removes what a killed runner left', async () => {
    const { fifos, folder, at } = stock(2);
    mkdirSync(folder);
    writeFileSync(join(folder, '1'), 'old');
    await fifos.place(at('one'));
    expect(isOwnFifo(at('one'))).toBe(true);
  });

  it('throws a usage error where no FIFO can be made', async () => {
    const { fifos, folder } = stock(2);
    await expect(fifos.place(join(folder, 'none/there'))).rejects.toMatchObject({ name: 'UsageError' });
  });
});

import { spawn } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bornAfter, presentMoment } from '../../runner/moment.ts';

const THEN = { last: 1000, forks: 50_000, alive: 200 };
const MOST = 32_768;

describe('bornAfter', () => {
  it('tells what was there from what began', () => {
    const born = bornAfter(THEN, { last: 1010, forks: 50_020, alive: 210 }, MOST);
    expect([1, 999, 1000, 1001, 1010, 1011].filter(born)).toEqual([1001, 1010, 1011]);
  });

  it.each([
    ['no earlier moment', null, THEN, MOST],
    ['no present one', THEN, null, MOST],
    ['numbers that began anew', THEN, { last: 400, forks: 80_000, alive: 200 }, MOST],
    ['so many given that they may have come round', THEN, { last: 1010, forks: 80_000, alive: 200 }, MOST],
    ['so many in use that they may have been passed over', THEN, { last: 1010, forks: 50_020, alive: 20_000 }, MOST],
    ['a system that does not count', THEN, { ...THEN, last: 1010 }, MOST],
    ['a system that gives no number', THEN, { ...THEN, forks: 50_020 }, MOST],
    ['an unknown greatest number', THEN, { last: 1010, forks: 50_020, alive: 210 }, 0],
  ])('may be any process with %s', (_, since, now, most) => {
    expect([1, 1000, 1001].filter(bornAfter(since, now, most))).toEqual([1, 1000, 1001]);
  });

  it('never takes what began for what was there, however the numbers go round', () => {
    const most = 400;
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: most }), { maxLength: 150 }),
        fc.integer({ min: 1, max: most }),
        fc.integer({ min: 1, max: 600 }),
        (inUse, start, forks) => {
          const used = new Set(inUse);
          const began: number[] = [];
          let last = start;
          // Each ends before the next begins, so that a number may be given twice.
          for (let given = 0; given < forks; given++) {
            do last = (last % most) + 1;
            while (used.has(last));
            began.push(last);
          }
          const since = { last: start, forks: 1, alive: used.size + 1 };
          const born = bornAfter(since, { last, forks: 1 + forks, alive: used.size + 1 }, most);
          expect(began.filter((pid) => !born(pid))).toEqual([]);
        },
      ),
    );
  });
});

describe.runIf(process.platform === 'linux')('presentMoment', () => {
  it('is before a process that is started after it', () => {
    const since = presentMoment();
    const child = spawn('/bin/sleep', ['5'], { stdio: 'ignore' });
    const born = bornAfter(since, presentMoment(), Number.MAX_SAFE_INTEGER);
    expect(born(child.pid ?? 0)).toBe(true);
    child.kill('SIGKILL');
  });
});

import { describe, expect, it } from 'vitest';
import { type Command, inTurn, timed, together } from '../../tools/bench/processes.ts';
import { temporaryFolder } from '../repo/tree.ts';

function sh(script: string, changes: Partial<Command> = {}): Command {
  return { argv: ['sh', '-c', script], cwd: temporaryFolder(), stdin: null, expected: [0], ...changes };
}

describe('timed', () => {
  it('is the time of the whole process', async () => {
    const took = await timed(sh('sleep 0.2'));
    expect(took).toBeGreaterThanOrEqual(200);
    expect(took).toBeLessThan(5000);
  });

  it('starts it with PATH and nothing else of this environment', async () => {
    await timed(sh('test "$(env | grep -vc -E "^(PATH|PWD|OLDPWD|SHLVL|_)=")" = 0'));
  });

  it('hands over standard input', async () => {
    await timed(sh('test "$(cat)" = hello', { stdin: 'hello' }));
  });

  it('refuses to time what did not work, with its words', async () => {
    await expect(timed(sh('echo broken >&2; exit 3'))).rejects.toThrow(/ended with 3: broken/);
    await expect(timed(sh('exit 2', { expected: [2] }))).resolves.toBeGreaterThan(0);
    await expect(timed({ ...sh(''), argv: ['no-such-program'] })).rejects.toThrow(/ENOENT/);
  });
});

describe('inTurn', () => {
  it('runs both sides equally often, one after the other', async () => {
    const shared = sh('echo a >> order');
    const [left, right] = await inTurn(shared, { ...sh('echo b >> order'), cwd: shared.cwd }, 3);
    expect([left.length, right.length]).toEqual([3, 3]);
    await timed({ ...sh('test "$(tr -d "\\n" < order)" = ababab'), cwd: shared.cwd });
  });
});

describe('together', () => {
  it('runs every command once, at most so many at the same time', async () => {
    const commands = Array.from({ length: 6 }, () => sh('sleep 0.15'));
    const [alone, pairs] = [await together(commands, 1), await together(commands, 3)];
    expect(alone).toBeGreaterThanOrEqual(900);
    expect(pairs).toBeGreaterThanOrEqual(300);
    expect(pairs).toBeLessThan(alone);
  });
});

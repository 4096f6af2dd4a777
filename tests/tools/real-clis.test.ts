import { describe, expect, test } from 'vitest';
import { pinnedClis, realCli } from '../../tools/real-clis.ts';

describe('pinnedClis', () => {
  test.each(Object.entries(pinnedClis()))('%s is pinned by exact version and by content', (_, cli) => {
    expect(cli.version).toMatch(/^\d+\.\d+\.\d+$/);
    for (const { install, integrity } of Object.values(cli.platforms)) {
      expect(install).toContain(`@${cli.version}`);
      expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    }
  });
});

describe('realCli', () => {
  test('says why a command line is not run, and never that it is ready', () => {
    expect(realCli('no-such-cli')).toEqual({
      id: 'no-such-cli',
      notRun: 'it is not pinned in tests/real/clis.json',
    });
  });
});

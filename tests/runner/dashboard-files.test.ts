import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { branchPage, dashboardFiles } from '../../runner/dashboard-files.ts';
import { openLedger } from '../../runner/ledger/open.ts';
import { writeFiles } from '../helpers/ledger-files.ts';
import { bodyFor, contextFor } from '../helpers/rows.ts';
import { temporaryFolder } from '../helpers/temp.ts';

/** A folder of shipped data with a page whose script says `version`. */
function shipped(version: string): string {
  const folder = temporaryFolder();
  const files = new Map([
    [
      'dashboard/index.html',
      '<link rel="stylesheet" href="dashboard.css">\n<script defer src="dashboard.js"></script>\n',
    ],
    ['dashboard/dashboard.js', `// ${version}\n`],
    ['dashboard/dashboard.css', 'body{}\n'],
  ]);
  writeFiles(folder, files);
  return folder;
}

describe('dashboardFiles()', () => {
  it('gives the files of the page, and null where the build has none', () => {
    expect([...(dashboardFiles(shipped('1'))?.keys() ?? [])]).toEqual(['index.html', 'dashboard.js', 'dashboard.css']);
    expect(dashboardFiles(temporaryFolder())).toBeNull();
    expect(branchPage(temporaryFolder())).toEqual([]);
  });
});

describe('branchPage()', () => {
  it('names script and style sheet by their digest, in the page too, and puts the page last', () => {
    const [script, style, page] = branchPage(shipped('1'));
    expect(script?.path).toMatch(/^dashboard-[0-9a-f]{12}\.js$/);
    expect(style?.path).toMatch(/^dashboard-[0-9a-f]{12}\.css$/);
    expect(page?.path).toBe('index.html');
    expect(page?.text).toContain(`src="${script?.path}"`);
    expect(page?.text).toContain(`href="${style?.path}"`);
    expect(branchPage(shipped('2'))[0]?.path).not.toBe(script?.path);
    expect(branchPage(shipped('2'))[1]?.path).toBe(style?.path);
  });

  it('is written with the first row, not again with the next, and again when it changed', async () => {
    const folder = join(temporaryFolder(), 'ledger');
    const append = async (name: string, version: string) => {
      const page = branchPage(shipped(version));
      const outcome = await openLedger(folder).append(bodyFor(name), contextFor({ page }));
      expect(outcome.kind).toBe('recorded');
      return page;
    };
    const [script] = await append('a', '1');
    expect(readFileSync(join(folder, script?.path ?? ''), 'utf8')).toBe('// 1\n');
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain('[index.html](index.html)');
    writeFiles(folder, new Map([['index.html', 'touched']]));
    await append('b', '1');
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe('touched');
    const [, , page] = await append('c', '2');
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe(page?.text);
    expect(readdirSync(folder).filter((name) => name.endsWith('.js')).length).toBe(2);
    expect(await openLedger(folder).verify({ rows: true })).toMatchObject({ ok: true, count: 3 });
  });

  it('is pushed to a branch with the first row and not again with the next, and is served from there', async () => {
    const remote = join(temporaryFolder(), 'remote.git');
    execFileSync('git', ['init', '--quiet', '--bare', remote]);
    const page = branchPage(shipped('1'));
    for (const name of ['a', 'b']) {
      expect(await openLedger(`git:${remote}`).append(bodyFor(name), contextFor({ page }))).toMatchObject({
        kind: 'recorded',
      });
    }
    const changed = (commit: string) =>
      execFileSync('git', ['--git-dir', remote, 'show', '--format=', '--name-only', commit], { encoding: 'utf8' })
        .split('\n')
        .filter((path) => page.some((file) => file.path === path));
    expect(changed('bench-results~').sort()).toEqual(page.map(({ path }) => path).sort());
    expect(changed('bench-results')).toEqual([]);
    const copy = await openLedger(`git:${remote}`).copy();
    expect([...(copy?.files.keys() ?? [])].sort()).toEqual([
      'HEAD.json',
      'checkpoint',
      'ledger/000000.jsonl',
      expect.stringMatching(/^suites\/[0-9a-f]{64}\.json$/),
    ]);
  });
});

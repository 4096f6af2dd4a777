import { describe, expect, it } from 'vitest';
import { repositoryFiles } from '../../tools/repo-files.ts';
import { ROOT } from './tree.ts';

/** Folders of tests/ that stand beside the tree: about the repository, whole runs, real programs, attacks, speed. */
const BESIDE = /^tests\/(?:repo|e2e|real|hostile|bench)\//;

/** Files that ask one question of a whole folder. */
const OF_A_FOLDER = /\/(?:conformance|oracle|properties)$/;

/**
 * Test files that mirror no source: tests/<path>.test.ts tests <path>.ts or the folder <path>, and
 * tests/<path>.<aspect>.test.ts one aspect of it; with `.slow` before `.test.ts`, the part that `npm test` leaves out.
 */
function orphans(files: readonly string[]): readonly string[] {
  const sources = new Set(files.filter((file) => !file.startsWith('tests/')));
  const folders = new Set([...sources].flatMap((file) => parents(file)));
  return files.filter((file) => {
    const path = /^tests\/(.+?)(?:\.slow)?\.test\.ts$/.exec(file)?.[1];
    if (path === undefined || BESIDE.test(file)) return false;
    const whole = path.replace(/\.[a-z0-9-]+$/, '').replace(OF_A_FOLDER, '');
    return ![path, whole].some((name) => sources.has(`${name}.ts`) || folders.has(name));
  });
}

function parents(file: string): readonly string[] {
  const parts = file.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

describe('tests/', () => {
  it('mirrors the tree', () => {
    expect(orphans(repositoryFiles(ROOT))).toEqual([]);
  });

  it('is seen not to, where a test has no source', () => {
    const sources = ['records/pair.ts', 'harnesses/one/index.ts'];
    const good = [
      'tests/records/pair.test.ts',
      'tests/records/pair.properties.test.ts',
      'tests/records/pair.slow.test.ts',
      'tests/records/pair.kill.slow.test.ts',
      'tests/harnesses/one.test.ts',
      'tests/harnesses/one/index.test.ts',
      'tests/harnesses/conformance.test.ts',
      'tests/repo/any.test.ts',
      'tests/e2e/any.test.ts',
      'tests/records/helper.ts',
    ];
    const bad = [
      'tests/records/gone.test.ts',
      'tests/records/gone.slow.test.ts',
      'tests/pair.test.ts',
      'tests/harnesses/two.test.ts',
      'tests/two/properties.test.ts',
    ];
    expect(orphans([...sources, ...good, ...bad])).toEqual(bad);
  });
});

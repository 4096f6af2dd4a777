import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockOf } from '../../corpus/resolve.ts';
import { formatProblem } from '../../records/errors.ts';
import { SuiteLock } from '../../records/suite.ts';
import { digestSuite, validateSuite } from '../../runner/corpus-files.ts';
import { CONTRACT, ENACTED, SPOKEN, SUITE } from '../corpus/planted.ts';
import { temporaryFolder } from '../repo/tree.ts';
import { contextOf, plantSuite } from './setup.ts';

function planted(changes: Readonly<Record<string, unknown>> = {}) {
  const cwd = temporaryFolder();
  plantSuite(cwd, changes);
  return { cwd, context: contextOf(cwd) };
}

describe('validateSuite', () => {
  it('gives the facts of a sound suite', () => {
    const { context } = planted();
    expect(validateSuite(context, 'suite.yaml')).toEqual({
      file: 'suite.yaml',
      problems: [],
      facts: {
        kind: 'decision',
        id: 'planted',
        pairs: 2,
        cases: 4,
        enacted: 1,
        pinned: false,
        axes: ['consent', 'scope'],
      },
    });
  });

  it('says that a suite is pinned once its lock agrees, and not any longer when it does not', () => {
    const { cwd, context } = planted();
    digestSuite(context, 'suite.yaml', false);
    expect(validateSuite(context, 'suite.yaml').facts?.pinned).toBe(true);
    plantSuite(cwd, { 'crate.yaml': { ...ENACTED, malign: { ...ENACTED.malign, expected: ['REFUSE'] } } });
    expect(validateSuite(context, 'suite.yaml')).toMatchObject({ problems: [], facts: { pinned: false } });
  });

  it('gives every problem of every file at once, and no facts', () => {
    const { context } = planted({
      'crate.yaml': { ...ENACTED, titel: 'x', files: { 'tools/x': '' } },
      'paint.yaml': { ...SPOKEN, id: 'door', malign: { ...SPOKEN.malign, expected: ['PROCEED'] } },
      'contract.yaml': { ...CONTRACT, text: 'short' },
    });
    const { problems, facts } = validateSuite(context, 'suite.yaml');
    expect(facts).toBeNull();
    const said = problems.map(formatProblem).join('\n');
    expect(said).toMatch(/^contract\.yaml:\d+:\d+: text: Too small/m);
    expect(said).toMatch(/^crate\.yaml:\d+:\d+: Unknown key "titel"; did you mean "title"\?$/m);
    expect(said).toMatch(/^paint\.yaml: malign\.expected: PROCEED does not fit the class guard_warranted$/m);
    expect(said).toMatch(/^paint\.yaml: id: expected "paint" as the file is named, found "door"$/m);
  });
});

describe('digestSuite', () => {
  it('writes a lock of the schema that pins every task', () => {
    const { cwd, context } = planted();
    const pinned = digestSuite(context, './suite.yaml', false);
    const lock = SuiteLock.parse(JSON.parse(readFileSync(join(cwd, 'suite.lock.json'), 'utf8')));
    expect(lock).toEqual(
      lockOf({ kind: 'decision' as const, file: SUITE, contract: CONTRACT, pairs: [ENACTED, SPOKEN] }),
    );
    expect(pinned).toEqual({
      file: './suite.yaml',
      lock: join(cwd, 'suite.lock.json'),
      suiteDigest: lock.suiteDigest,
      tasks: 4,
      upToDate: false,
      written: true,
    });
    expect(digestSuite(context, './suite.yaml', false)).toMatchObject({ upToDate: true, written: false });
  });

  it('writes nothing with check', () => {
    const { cwd, context } = planted();
    expect(digestSuite(context, 'suite.yaml', true)).toMatchObject({ upToDate: false, written: false });
    expect(existsSync(join(cwd, 'suite.lock.json'))).toBe(false);
  });

  it('refuses a suite with problems, and a lock that cannot be read', () => {
    const { cwd, context } = planted();
    writeFileSync(join(cwd, 'suite.lock.json'), '{');
    expect(() => digestSuite(context, 'suite.yaml', false)).toThrow(/Cannot pin suite\.yaml: 1 problems/);
    rmSync(join(cwd, 'suite.lock.json'));
    rmSync(join(cwd, 'paint.yaml'));
    expect(() => digestSuite(context, 'suite.yaml', false)).toThrow(
      expect.objectContaining({ name: 'UsageError', next: 'See operant corpus validate.' }),
    );
  });
});

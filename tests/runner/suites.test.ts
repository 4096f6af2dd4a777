import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockOf, resolveSuite } from '../../corpus/resolve.ts';
import type { Thresholds } from '../../records/thresholds.ts';
import { chooseThresholds, loadSuite, qualificationPath, shippedSuites, withDigest } from '../../runner/suites.ts';
import { CONTRACT, ENACTED, SPOKEN, SUITE } from '../corpus/planted.ts';
import { temporaryFolder } from '../repo/tree.ts';
import { contextOf, EVALUATOR, plantSuite, write } from './setup.ts';

const sources = { kind: 'decision' as const, file: SUITE, contract: CONTRACT, pairs: [ENACTED, SPOKEN] };

const FLOORS: Thresholds = {
  schema: 'operant.thresholds/v1',
  id: 'planted',
  suite: 'planted',
  bounds: { minOcs: { value: 0.5, mode: 'point', reason: 'as a test' } },
};

describe('loadSuite', () => {
  it('loads a shipped suite by id, with its thresholds and qualified cases', async () => {
    const loaded = await loadSuite(contextOf('/tmp'), 'decision-core');
    expect(loaded.suite).toMatchObject({ id: 'decision-core', pinned: true, tier: 'score' });
    expect(loaded.thresholds?.thresholds.suite).toBe('decision-core');
    expect(loaded.origin).toBe('shipped suite decision-core');
  });

  it('loads a suite file by its path, unpinned without a lock', async () => {
    const cwd = temporaryFolder();
    plantSuite(cwd);
    const loaded = await loadSuite(contextOf(cwd), './suite.yaml');
    expect(loaded.suite).toEqual(resolveSuite({ ...sources, lock: null }));
    expect([loaded.suite.pinned, loaded.qualified.size, loaded.thresholds, loaded.origin]).toEqual([
      false,
      0,
      null,
      './suite.yaml',
    ]);
  });

  it('takes the lock and the qualification record that lie beside the file', async () => {
    const cwd = temporaryFolder();
    const digest = resolveSuite({ ...sources, lock: null }).cases[0]?.digest ?? '';
    const other = resolveSuite({ ...sources, lock: null }).cases[1]?.digest ?? '';
    const cases = {
      [digest]: { id: 'crate.benign', evaluator: EVALUATOR },
      // Proved by another version: says nothing of this one.
      [other]: { id: 'crate.malign', evaluator: `sha256:${'0'.repeat(64)}` },
    };
    plantSuite(cwd, {
      'suite.lock.json': lockOf(sources),
      'qualified.json': { schema: 'operant.qualified/v1', cases },
    });
    const loaded = await loadSuite(contextOf(cwd), 'suite.yaml');
    expect([loaded.suite.pinned, [...loaded.qualified]]).toEqual([true, [digest]]);
  });

  it.each([
    ['decision-cor', /^Unknown suite "decision-cor"$/, /Did you mean "decision-core"\?/],
    ['nothing-like-it', /^Unknown suite/, /^Shipped suites: .*decision-core/],
    ['../decision-core.json', /^Cannot use/, null],
    ['', /^Unknown suite ""$/, /Shipped suites/],
  ])('refuses "%s"', async (reference, message, next) => {
    await expect(loadSuite(contextOf('/tmp'), reference)).rejects.toThrow(
      expect.objectContaining({
        name: 'UsageError',
        message: expect.stringMatching(message),
        next: next === null ? null : expect.stringMatching(next),
      }),
    );
  });

  it('says that none ship where there is no data', async () => {
    const context = contextOf('/tmp', { dataDir: '/no/such/folder' });
    expect(shippedSuites(context)).toEqual([]);
    await expect(loadSuite(context, 'x')).rejects.toMatchObject({ next: expect.stringMatching(/none/) });
  });

  it.each<[string, (cwd: string) => unknown, RegExp]>([
    ['is missing', (cwd) => rmSync(join(cwd, 'suite.yaml')), /suite\.yaml: No such file/],
    [
      'is a folder',
      (cwd) => {
        rmSync(join(cwd, 'suite.yaml'));
        mkdirSync(join(cwd, 'suite.yaml'));
      },
      /suite\.yaml: Expected a file, found a folder/,
    ],
    ['is empty', (cwd) => writeFileSync(join(cwd, 'suite.yaml'), ''), /suite\.yaml:1:1: Expected a mapping/],
    [
      'is not text',
      (cwd) => writeFileSync(join(cwd, 'suite.yaml'), Buffer.from([0xff])),
      /Cannot be read: .*UTF-8|encoded data/i,
    ],
    ['is too large', (cwd) => writeFileSync(join(cwd, 'suite.yaml'), '#'.repeat(70_000)), /64 KiB/],
    ['is far too large', (cwd) => writeFileSync(join(cwd, 'suite.yaml'), '#'.repeat(7_000_000)), /64 KiB/],
    ['names a pair that is missing', (cwd) => rmSync(join(cwd, 'paint.yaml')), /paint\.yaml: No such file/],
    ['names a contract that is missing', (cwd) => rmSync(join(cwd, 'contract.yaml')), /contract\.yaml: No such file/],
    [
      'has a pair with a typing error',
      (cwd) => plantSuite(cwd, { 'crate.yaml': { ...ENACTED, titel: 'x' } }),
      /crate\.yaml:\d+:2: Unknown key "titel"; did you mean "title"\?/,
    ],
    [
      'has a pair under another name',
      (cwd) => plantSuite(cwd, { 'crate.yaml': { ...ENACTED, id: 'box' } }),
      /crate\.yaml: id: expected "crate" as the file is named, found "box"/,
    ],
    [
      'has the same pair twice',
      (cwd) => plantSuite(cwd, { 'suite.yaml': { ...SUITE, pairs: ['crate.yaml', 'crate.yaml'] } }),
      /suite\.yaml: Expected each pair id once/,
    ],
    [
      'has a pair that breaks a rule',
      (cwd) => plantSuite(cwd, { 'crate.yaml': { ...ENACTED, files: { 'tools/x': '' } } }),
      /crate\.yaml: files: "tools\/x" lies in tools\//,
    ],
    [
      'has a lock that cannot be read',
      (cwd) => write(cwd, { 'suite.lock.json': '{' }),
      /suite\.lock\.json: .*pin the suite again/,
    ],
  ])('refuses a suite that %s, by a usage error with the place', async (_, alter, words) => {
    const cwd = temporaryFolder();
    plantSuite(cwd);
    alter(cwd);
    await expect(loadSuite(contextOf(cwd), './suite.yaml')).rejects.toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.stringMatching(words) }),
    );
  });

  it('tells the problems of all files at once', async () => {
    const cwd = temporaryFolder();
    plantSuite(cwd, { 'crate.yaml': '', 'paint.yaml': 'a: 1', 'contract.yaml': '[]' });
    await expect(loadSuite(contextOf(cwd), './suite.yaml')).rejects.toThrow(
      /contract\.yaml:1:1[\s\S]*crate\.yaml:1:1[\s\S]*paint\.yaml:1:1/,
    );
  });
});

describe('qualificationPath', () => {
  it.each([
    ['/x/corpus/suites/a.yaml', '/x/corpus/qualified.json'],
    ['/x/own/a.yaml', '/x/own/qualified.json'],
    ['/x/suites-old/a.yaml', '/x/suites-old/qualified.json'],
  ])('of %s is %s', (suite, record) => {
    expect(qualificationPath(suite)).toBe(record);
  });
});

describe('withDigest', () => {
  const digest = (thresholds: Thresholds) => withDigest(thresholds).digest;

  it('changes with every bound and reason, not with the order of keys', () => {
    const floor = (value: number, reason = 'as a test') => ({
      ...FLOORS,
      bounds: { minOcs: { value, mode: 'point' as const, reason } },
    });
    expect(digest(floor(0.5))).toBe(digest(FLOORS));
    const { schema, id, suite, bounds } = FLOORS;
    expect(digest({ bounds, suite, id, schema })).toBe(digest(FLOORS));
    expect(digest(floor(0.51))).not.toBe(digest(FLOORS));
    expect(digest(floor(0.5, 'another reason'))).not.toBe(digest(FLOORS));
    expect(digest({ ...FLOORS, requireAllAccepted: true })).not.toBe(digest(FLOORS));
  });
});

describe('chooseThresholds', () => {
  const load = async (option: string | null, text?: unknown) => {
    const cwd = temporaryFolder();
    plantSuite(cwd, text === undefined ? {} : { 'floors.yaml': text });
    const context = contextOf(cwd);
    const own = withDigest(FLOORS);
    return chooseThresholds(context, option, { ...(await loadSuite(context, './suite.yaml')), thresholds: own });
  };

  it('takes those that ship when nothing is said, none when none is said', async () => {
    expect((await load(null))?.thresholds).toEqual(FLOORS);
    expect(await load('none')).toBeNull();
  });

  it('takes a file of one’s own', async () => {
    const own = { ...FLOORS, id: 'stricter' };
    expect((await load('floors.yaml', own))?.thresholds).toEqual(own);
  });

  it.each([
    [
      'of another suite',
      { ...FLOORS, suite: 'other' },
      /floors\.yaml holds thresholds for the suite "other", not for "planted"/,
    ],
    [
      'with a wrong bound',
      { ...FLOORS, bounds: { minOcs: { value: 2, mode: 'point', reason: 'as a test' } } },
      /floors\.yaml:\d+:\d+: bounds\.minOcs\.value: .*found 2/,
    ],
    ['with an unknown bound', { ...FLOORS, bounds: { minOcz: {} } }, /Unknown key "minOcz"; did you mean "minOcs"\?/],
  ])('refuses a file %s', async (_, text, words) => {
    await expect(load('floors.yaml', text)).rejects.toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.stringMatching(words) }),
    );
  });

  it('refuses a file that is not there', async () => {
    await expect(load('gone.yaml')).rejects.toThrow(
      /Cannot use gone\.yaml as thresholds:\n {2}gone\.yaml: No such file/,
    );
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DecisionCase, OperatorContract, Qualified, Suite, SuiteFile, SuiteLock } from '../../records/suite.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;

const FILE = {
  schema: 'operant.suite/v1',
  id: 'own',
  kind: 'decision',
  tier: 'score',
  title: 'A suite',
  attempts: 1,
  contract: 'contract.yaml',
  pairs: ['pair.yaml'],
};

describe('SuiteFile', () => {
  it('takes the least that is needed', () => {
    expect(SuiteFile.safeParse(FILE).success).toBe(true);
  });

  it.each([
    ['another kind', { kind: 'workflow' }],
    ['another tier', { tier: 'full' }],
    ['no attempts', { attempts: 0 }],
    ['eleven attempts', { attempts: 11 }],
    ['no pairs', { pairs: [] }],
    ['an empty path', { pairs: [''] }],
    ['an id with a slash', { id: 'a/b' }],
    ['an id that begins with a dot', { id: '.a' }],
    ['an unknown key', { seed: 1 }],
  ])('refuses %s', (_, change) => {
    expect(SuiteFile.safeParse({ ...FILE, ...change }).success).toBe(false);
  });
});

describe('OperatorContract', () => {
  it.each([
    [99, false],
    [100, true],
    [20_000, true],
    [20_001, false],
  ])('of %i characters: %s', (length, good) => {
    const contract = { schema: 'operant.operator-contract/v1', id: 'c', text: 'x'.repeat(length) };
    expect(OperatorContract.safeParse(contract).success).toBe(good);
  });
});

describe('SuiteLock', () => {
  const lock = {
    schema: 'operant.suite-lock/v1',
    suite: 'own',
    contractDigest: DIGEST,
    suiteDigest: DIGEST,
    attempts: 1,
  };
  it('refuses a lock that pins nothing', () => {
    expect(SuiteLock.safeParse({ ...lock, tasks: [] }).success).toBe(false);
    expect(SuiteLock.safeParse({ ...lock, tasks: [{ id: 'a', digest: DIGEST }] }).success).toBe(true);
  });

  it.each(['sha256:abc', DIGEST.toUpperCase(), `md5:${'a'.repeat(64)}`, `${DIGEST}0`])(
    'refuses the digest %s',
    (digest) => {
      expect(SuiteLock.safeParse({ ...lock, tasks: [{ id: 'a', digest }] }).success).toBe(false);
    },
  );
});

describe('Qualified', () => {
  it('has digests as keys', () => {
    const entry = { id: 'a.malign', evaluator: DIGEST };
    expect(Qualified.safeParse({ schema: 'operant.qualified/v1', cases: { [DIGEST]: entry } }).success).toBe(true);
    expect(Qualified.safeParse({ schema: 'operant.qualified/v1', cases: { 'a.malign': entry } }).success).toBe(false);
  });
});

describe('Suite and DecisionCase', () => {
  it('refuse what is null, missing or extra instead of filling it in', () => {
    const pinned = SuiteLock.parse(
      JSON.parse(readFileSync(join(import.meta.dirname, '../../corpus/suites/decision-core.lock.json'), 'utf8')),
    );
    const task = {
      id: pinned.tasks[0]?.id,
      digest: pinned.tasks[0]?.digest,
      pair: 'p',
      side: 'malign',
      class: 'benign_open',
      axis: 'a',
      tier: 'T1',
      title: 't',
      prompt: 'p',
      files: {},
      guards: [],
      expected: ['PROCEED'],
      bypass: [],
    };
    expect(DecisionCase.safeParse(task).success).toBe(true);
    for (const key of Object.keys(task)) {
      expect(DecisionCase.safeParse({ ...task, [key]: null }).success).toBe(false);
      expect(DecisionCase.safeParse({ ...task, [key]: undefined }).success).toBe(false);
    }
    const suite = {
      schema: 'operant.resolved-suite/v1',
      id: 'own',
      kind: 'decision',
      tier: 'score',
      title: 'A suite',
      attempts: 1,
      digest: DIGEST,
      contractDigest: null,
      pinned: false,
      cases: [task],
    };
    expect(Suite.safeParse(suite).success).toBe(true);
    expect(Suite.safeParse({ ...suite, cases: [] }).success).toBe(false);
    expect(Suite.safeParse({ ...suite, note: 'x' }).success).toBe(false);
  });
});

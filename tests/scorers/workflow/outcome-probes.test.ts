import { describe, expect, it } from 'vitest';
import type { Grader, PlainJson } from '../../../records/workflow.ts';
import { judgeOutcome } from '../../../scorers/workflow/outcome.ts';
import { type Changes, evidenceOf, factsOf, only } from './outcome-evidence.ts';

const CALLS: Grader = {
  kind: 'calls',
  id: 'policies',
  path: 'scratch/a.mjs',
  name: 'hits',
  calls: [
    { args: ['lru', ['a', 'a'], 1], returns: '01' },
    { args: ['lfu', [], 2], returns: '' },
  ],
};
const MODULE = { 'scratch/a.mjs': 'export const hits = () => 1;' };
const RIGHT: PlainJson[] = [
  { returned: '01', args: ['lru', ['a', 'a'], 1] },
  { returned: '', args: ['lfu', [], 2] },
];

describe('calls', () => {
  const judged = (changes: Changes) => only(judgeOutcome(evidenceOf([CALLS], { files: MODULE, ...changes })));
  const answered = (...answers: PlainJson[]) => judged({ facts: factsOf('policies', answers) });

  it('pass when every call returned what it must', () => {
    expect(answered(...RIGHT)).toMatchObject({
      status: 'passed',
      refs: [
        { file: 'outcome/policies.json', line: 1 },
        { file: 'outcome/files/scratch/a.mjs', line: 1 },
      ],
    });
  });

  it.each<[string, PlainJson, string]>([
    ['another value', { returned: '10', args: ['lru', ['a', 'a'], 1] }, 'expected "01", found "10"'],
    ['a value of another type', { returned: ['0', '1'], args: ['lru', ['a', 'a'], 1] }, 'found ["0","1"]'],
    ['changed arguments', { returned: '01', args: ['lru', [], 1] }, 'expected its arguments as they were'],
    ['something odd', { odd: 'a proxy' }, 'expected "01", found a proxy'],
    ['a fact of its own making', { returned: '01' }, 'expected an answer, found {"returned":"01"}'],
    ['nothing that is a fact', '01', 'expected an answer, found "01"'],
  ])('fail on %s', (_name, answer, words) => {
    const check = answered(answer, RIGHT[1] ?? null);
    expect(check.status).toBe('failed');
    expect(check.because).toContain(`call 1, hits("lru", ["a","a"], 1): `);
    expect(check.because).toContain(words);
  });

  it('fail where the candidate ended without an answer, and never pass on a part', () => {
    expect(judged({ facts: factsOf('policies', RIGHT.slice(0, 1), 'no_answer') })).toMatchObject({
      status: 'failed',
      because: 'Expected an answer to call 2, hits("lfu", [], 2), found none: as it went',
    });
    expect(judged({ facts: factsOf('policies', [], 'no_answer') }).status).toBe('failed');
    expect(judged({ facts: factsOf('policies', RIGHT, 'no_answer') }).status).toBe('unobservable');
  });

  it('are unobservable without a probe, without a whole record, and without the file that was probed', () => {
    expect(judged({}).status).toBe('unobservable');
    expect(judged({ facts: factsOf('policies', RIGHT, 'not_run') }).status).toBe('unobservable');
    expect(answered(...RIGHT.slice(0, 1)).status).toBe('unobservable');
    const facts = factsOf('policies', RIGHT);
    expect(judged({ facts, deliverables: new Map() }).status).toBe('unobservable');
    expect(judged({ facts, files: {}, after: { complete: false, entries: [] } }).status).toBe('unobservable');
  });

  it('fail without the module, whatever facts there are', () => {
    expect(judged({ facts: factsOf('policies', RIGHT), files: {} }).status).toBe('failed');
  });
});

const TYPES: Grader = {
  kind: 'types',
  id: 'design',
  path: 'scratch/design.ts',
  good: { 'scratch/good.ts': '' },
  bad: { 'scratch/bad.ts': '' },
  placeholders: true,
};
const GOOD = { caller: 'scratch/good.ts', errors: [] };
const BAD = { caller: 'scratch/bad.ts', errors: [{ file: 'scratch/bad.ts', line: 2, code: 2322 }] };
const ITSELF = { bodies: [], escapes: [] };

describe('types', () => {
  const judged = (text: string, answers: PlainJson[], grader = TYPES) =>
    only(
      judgeOutcome(evidenceOf([grader], { files: { 'scratch/design.ts': text }, facts: factsOf('design', answers) })),
    );
  const judgedBy = (...answers: PlainJson[]) => judged('export type A = 1;\n', answers);

  it('pass when good callers compile and bad ones do not', () => {
    expect(judgedBy(GOOD, BAD, ITSELF)).toMatchObject({ status: 'passed' });
  });

  it.each(['// @ts-nocheck', '/* @ts-ignore */', '// @ts-expect-error: later', `const words = '@ts-ignore';`])(
    'fail with %s, wherever it stands',
    (line) => {
      const check = judged(`export type A = 1;\n${line}\n`, [GOOD, BAD, ITSELF]);
      expect(check).toMatchObject({ status: 'failed', refs: [{ file: 'outcome/files/scratch/design.ts', line: 2 }] });
    },
  );

  const inDesign = { file: 'scratch/design.ts', line: 7, code: 2304 };
  it.each<[string, PlainJson[], string]>([
    [
      'a good caller does not compile',
      [{ ...GOOD, errors: [inDesign] }, BAD, ITSELF],
      'found TS2304 in scratch/design.ts, line 7',
    ],
    ['a bad caller compiles', [GOOD, { ...BAD, errors: [] }, ITSELF], 'Expected an error in scratch/bad.ts'],
    [
      'a bad caller fails for another reason',
      [GOOD, { ...BAD, errors: [inDesign] }, ITSELF],
      'Expected an error in scratch/bad.ts',
    ],
    ['any stands in it', [GOOD, BAD, { bodies: [], escapes: [3, 4] }], 'found it in line 3, 4'],
    ['a body is built', [GOOD, BAD, { bodies: [5], escapes: [] }], 'line 5'],
  ])('fail when %s', (_name, answers, words) => {
    const check = judgedBy(...answers);
    expect(check.status).toBe('failed');
    expect(check.because).toContain(words);
  });

  it('may have bodies where no placeholders are asked for', () => {
    const built = [GOOD, BAD, { bodies: [5], escapes: [] }];
    expect(judged('export type A = 1;\n', built, { ...TYPES, placeholders: false }).status).toBe('passed');
  });

  it.each<[string, PlainJson[]]>([
    ['a caller has no fact', [GOOD, ITSELF]],
    ['the file itself has none', [GOOD, BAD]],
    ['facts cannot be read', [GOOD, BAD, { bodies: 'none' }]],
    ['there are none', []],
  ])('are unobservable when %s', (_name, answers) => {
    expect(judgedBy(...answers).status).toBe('unobservable');
  });

  it('fail where compiling never ended, and are unobservable where it was not run', () => {
    const files = { 'scratch/design.ts': '' };
    const of = (state: 'no_answer' | 'not_run') =>
      only(judgeOutcome(evidenceOf([TYPES], { files, facts: factsOf('design', [], state) }))).status;
    expect([of('no_answer'), of('not_run')]).toEqual(['failed', 'unobservable']);
  });
});

describe('a program', () => {
  const PROGRAM: Grader = { kind: 'program', id: 'look', argv: ['node'], values: { '/size': 3 } };
  const judged = (changes: Changes) => only(judgeOutcome(evidenceOf([PROGRAM], changes))).status;

  it('is judged by its answer', () => {
    expect(judged({ facts: factsOf('look', [{ size: 3 }]) })).toBe('passed');
    expect(judged({ facts: factsOf('look', [{ size: 4 }]) })).toBe('failed');
    expect(judged({ facts: factsOf('look', [{}]) })).toBe('failed');
    expect(judged({ facts: factsOf('look', [], 'no_answer') })).toBe('failed');
  });

  it('is unobservable where it was not run or left nothing', () => {
    expect(judged({})).toBe('unobservable');
    expect(judged({ facts: factsOf('look', []) })).toBe('unobservable');
    expect(judged({ facts: factsOf('look', [{ size: 3 }], 'not_run') })).toBe('unobservable');
  });
});

import { describe, expect, it } from 'vitest';
import { definedConstants } from '../../tools/constants.ts';
import { evaluatorDigest } from '../../tools/evaluator.ts';
import { plant, ROOT, tree } from './tree.ts';

const CODE = {
  'records/a.ts': 'export const a = 1;\n',
  'scorers/deep/b.ts': 'export const b = 1;\n',
  'thresholds/c.ts': 'export const c = 1;\n',
};

describe('evaluatorDigest()', () => {
  it('depends on nothing but the paths and bytes of the deciding code', () => {
    const first = evaluatorDigest(tree(CODE));
    const backwards = Object.fromEntries(Object.entries(CODE).reverse());
    const beside = { 'runner/d.ts': '', 'render/e.ts': '', 'corpus/f.yaml': '', 'scorers/rates/g.json': '{}' };
    expect(first).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(evaluatorDigest(tree({ ...backwards, ...beside }))).toBe(first);
  });

  it.each([
    ['a changed byte', { 'scorers/deep/b.ts': 'export const b = 2;\n' }],
    ['a new file', { 'harnesses/x/h.ts': '' }],
    ['a statistic', { 'statistics/s.ts': '' }],
    ['a corpus rule', { 'corpus/s.ts': '' }],
  ])('changes with %s', (_name, change) => {
    const root = tree(CODE);
    const before = evaluatorDigest(root);
    plant(root, change);
    expect(evaluatorDigest(root)).not.toBe(before);
  });

  it('changes when a file moves', () => {
    const { 'records/a.ts': text, ...rest } = CODE;
    expect(evaluatorDigest(tree({ ...rest, 'records/z.ts': text }))).not.toBe(evaluatorDigest(tree(CODE)));
  });

  it('is what the tests and the bundle are given', () => {
    expect(__OPERANT_EVALUATOR__).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(definedConstants(ROOT)).toEqual({
      __OPERANT_VERSION__: JSON.stringify(__OPERANT_VERSION__),
      __OPERANT_EVALUATOR__: expect.stringMatching(/^"sha256:[0-9a-f]{64}"$/),
    });
  });
});

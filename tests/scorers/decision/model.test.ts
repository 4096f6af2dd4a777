import { describe, expect, it } from 'vitest';
import { isModelAsked, modelMismatch, modelUnclear } from '../../../scorers/decision/model.ts';
import { lost, modelSeen, traceOf } from './evidence.ts';

describe('isModelAsked', () => {
  it.each([
    ['gpt-6-sol', 'gpt-6-sol', true],
    ['gpt-6-sol-20261101', 'gpt-6-sol', true],
    ['gpt-6-sol-2026-11-01', 'gpt-6-sol', true],
    ['gpt-6-sol@20261101', 'gpt-6-sol', true],
    ['gpt-6-sol', 'vendor/gpt-6-sol', true],
    ['vendor/gpt-6-sol-20261101', 'gpt-6-sol', true],
    ['vendor/gpt-6-sol', 'vendor/gpt-6-sol', true],
    ['gpt-6-sol-mini', 'gpt-6-sol', false],
    ['gpt-6', 'gpt-6-sol', false],
    ['gpt-6-sol', 'gpt-6-sol-20261101', false],
    ['gpt-6-sol-20261', 'gpt-6-sol', false],
    ['other/gpt-6-sol', 'vendor/gpt-6-sol', false],
  ])('%s served, %s asked: %s', (served, asked, expected) => {
    expect(isModelAsked(served, asked)).toBe(expected);
  });
});

describe('modelMismatch', () => {
  const child = {
    kind: 'delegate',
    ref: { file: 'stdout.raw', line: 1 },
    thread: 'root',
    phase: 'started',
    delegate: 'child',
    prompt: null,
    result: null,
    model: null,
    at: null,
  } as const;

  it('names both models', () => {
    expect(modelMismatch(traceOf([modelSeen('small')]), 'large')).toBe('Asked for large, answered by small');
  });

  it.each([
    ['nothing was asked for', traceOf([modelSeen('small')]), null],
    ['nothing was served', traceOf(), 'large'],
    ['only the request is shown', traceOf([modelSeen('small', null, 'requested')]), 'large'],
    [
      'the agent delegated to another model',
      traceOf([child, modelSeen('large', 'root'), modelSeen('small', 'child')]),
      'large',
    ],
  ])('is none where %s', (_, trace, asked) => {
    expect(modelMismatch(trace, asked)).toBeNull();
  });

  it('is one where any answer of the agent itself came from another', () => {
    expect(modelMismatch(traceOf([modelSeen('large'), modelSeen('small')]), 'large')).not.toBeNull();
  });
});

describe('modelUnclear', () => {
  it('only where a model was asked for and its line is lost', () => {
    expect(modelUnclear(traceOf([], [lost('model')]), 'large')).toContain('the line is not JSON');
    expect(modelUnclear(traceOf([], [lost('model')]), null)).toBeNull();
    expect(modelUnclear(traceOf([], [lost('usage')]), 'large')).toBeNull();
  });
});

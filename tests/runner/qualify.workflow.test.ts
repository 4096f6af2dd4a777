/**
 * The graders of workflow-core, put to real trials: references are accepted, defects are rejected by the check that they
 * name, and so is doing nothing. What takes long runs in qualify.workflow.slow.test.ts.
 */
import { describe, expect, it } from 'vitest';
import { qualified } from './workflow-core.ts';

const MINUTE = 60_000;
/** The reference, and the agents that do nothing, with a word and without. */
const OTHERS = 3;

/** Ends at its deadline of ten seconds only. */
const LONG = 'never-returns';
/** One for each part of the graders that need the compiler, and for the boundary. */
const SHORT: ReadonlySet<string> = new Set([
  'no-check',
  'any-everywhere',
  'body-built',
  'rationale-copied-from-prompt',
  'production-edited',
]);

describe('the cases of workflow-core', () => {
  it.each(['ordinary', 'investigation', 'prototype'])(
    '%s accepts its reference and rejects its defects and agents that do nothing',
    async (id) => {
      const found = await qualified(id, ({ name }) => name !== LONG);
      expect(found).toMatchObject({ problems: [], tried: found.defects + OTHERS });
      expect(found.defects).toBeGreaterThanOrEqual(6);
    },
    2 * MINUTE,
  );

  it(
    'architecture accepts its reference and rejects ways round the compiler',
    async () => {
      const found = await qualified('architecture', ({ name }) => SHORT.has(name));
      expect(found).toMatchObject({ problems: [], defects: SHORT.size, tried: SHORT.size + OTHERS });
    },
    2 * MINUTE,
  );
});

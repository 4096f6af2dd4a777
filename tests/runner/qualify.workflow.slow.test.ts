/** The rest of what qualify.workflow.test.ts takes a handful of. */
import { expect, it } from 'vitest';
import { qualified } from './workflow-core.ts';

it.each(['architecture', 'prototype'])(
  '%s accepts its reference and rejects every defect and agents that do nothing',
  async (id) => {
    const found = await qualified(id);
    expect(found).toMatchObject({ problems: [], tried: found.defects + 3 });
  },
  10 * 60_000,
);

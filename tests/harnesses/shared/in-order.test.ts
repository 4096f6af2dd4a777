import { expect, test } from 'vitest';
import { inOrder } from '../../../harnesses/shared/in-order.ts';
import type { Observation } from '../../../records/observation.ts';

const said = (file: string, line: number, text: string): Observation => {
  return { kind: 'message', ref: { file, line }, thread: null, text, at: null };
};

test('inOrder goes by file, then line; what shares a line or lies in no file of the list keeps its order', () => {
  const seen = [said('c', 1, 'last'), said('b', 2, 'x'), said('a', 9, 'first'), said('b', 1, 'w'), said('b', 2, 'y')];
  const texts = inOrder(seen, ['a', 'b']).map((one) => (one.kind === 'message' ? one.text : ''));
  expect(texts).toEqual(['first', 'w', 'x', 'y', 'last']);
});

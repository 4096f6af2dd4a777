/** What damage to a record may not do to the reads in it. */
import { expect } from 'vitest';
import type { ReadObservation, Trace } from '../../records/observation.ts';

const readsOf = ({ observations }: Trace): ReadObservation[] =>
  observations.flatMap((one) => (one.kind === 'read' ? [one] : []));

/** The same text of the same file, shown as far. A record that loses the word that a part was cut shows more. */
function provesNoMore(after: ReadObservation, before: ReadObservation): boolean {
  const same = (['via', 'path', 'skill', 'done', 'startLine', 'content'] as const).every(
    (field) => after[field] === before[field],
  );
  return same && (after.cut === before.cut || (before.cut === false && after.cut === null));
}

/** Those of `wanted` that have no partner of their own among `found`. */
function unpaired(
  wanted: readonly ReadObservation[],
  found: readonly ReadObservation[],
  pair: (one: ReadObservation, other: ReadObservation) => boolean,
): ReadObservation[] {
  const left = [...found];
  return wanted.filter((one) => {
    const at = left.findIndex((other) => pair(one, other));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Damage adds no read, shows no more of one, and loses none without a problem that may have hidden it. */
export function expectNoFullerReads(before: Trace, after: Trace): void {
  const [had, has] = [readsOf(before), readsOf(after)];
  const proven = has.filter(({ done, content }) => done === true || content !== null);
  const weaker = (one: ReadObservation, other: ReadObservation) =>
    provesNoMore(one, other) || (one.content === null && one.via === other.via && one.done === other.done);
  expect(unpaired(proven, had, weaker)).toEqual([]);
  expect(has.length).toBeLessThanOrEqual(had.length);
  const lost = unpaired(
    had.filter(({ done }) => done === true),
    has,
    (one, other) => provesNoMore(other, one),
  );
  const hidden = after.problems.some(({ affects }) => affects.includes('reads') || affects.includes('commands'));
  expect(hidden ? [] : lost).toEqual([]);
}

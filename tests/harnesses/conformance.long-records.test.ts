/** The long records that speed and memory are measured with are records as the CLIs write them. */
import { expect, test } from 'vitest';
import { HARNESSES } from '../../harnesses/index.ts';
import { GROWTHS, longRecords } from '../helpers/long-records.ts';
import { decoded, ENDED_WELL } from './fixtures.ts';

test.each(GROWTHS)('$name: each repetition is a call of its own, and nothing is missing', (growth) => {
  const harness = HARNESSES.get(growth.harness);
  if (harness === undefined) throw new Error(`no harness ${growth.harness}`);
  const kind = growth.name.endsWith('reads') ? 'read' : 'command';
  const count = (repetitions: number) => {
    const { trace, terminal } = decoded(
      harness,
      longRecords(growth, { count: repetitions, size: 'usual' }),
      ENDED_WELL,
    );
    expect(trace.problems).toEqual([]);
    expect(terminal.state).toBe('success');
    const seen = trace.observations.filter((one) => one.kind === kind);
    const texts = seen.map((one) => (one.kind === 'read' ? one.content : one.kind === 'command' ? one.output : null));
    expect(new Set(texts).size).toBeGreaterThanOrEqual(repetitions);
    return seen.length;
  };
  const once = count(1);
  expect((count(9) - once) % 8).toBe(0);
  expect(count(9)).toBeGreaterThanOrEqual(once + 8);
});

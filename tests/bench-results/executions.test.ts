import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { executionsText, findExecution, parseExecutions, withExecution } from '../../bench-results/executions.ts';
import { executionsFile, executionsLine } from '../../records/ledger.ts';
import { digestFor } from '../helpers/rows.ts';

const lines = ['a', 'b', 'c', 'd'].map((name, seq) => executionsLine(digestFor(name), seq)).sort();
const text = executionsText(lines);

describe('the index of executions', () => {
  it('finds each execution and nothing else', () => {
    const read = parseExecutions(text) ?? [];
    expect(['a', 'b', 'c', 'd', 'e'].map((name) => findExecution(read, digestFor(name)))).toEqual([0, 1, 2, 3, null]);
    expect(parseExecutions('')).toEqual([]);
  });

  it('stays sorted, readable and complete in whatever order executions come', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat({ max: 10_000 }), { maxLength: 40 }), (names) => {
        let current = '';
        for (const [seq, name] of names.entries()) {
          current = withExecution(parseExecutions(current) ?? [], digestFor(String(name)), seq);
        }
        const read = parseExecutions(current);
        expect(read).not.toBeNull();
        expect(names.map((name) => findExecution(read ?? [], digestFor(String(name))))).toEqual(
          names.map((_, seq) => seq),
        );
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['a torn line', text.slice(0, -1)],
    ['a cut line', text.slice(0, -10)],
    ['lines out of order', executionsText(lines).split('\n').filter(Boolean).reverse().join('\n').concat('\n')],
    ['a repeated line', `${text}${lines.at(-1)}\n`],
    ['one execution in two rows', `${text}${lines.at(-1)?.split(' ')[0]} 9\n`],
    ['a leading zero', `${lines[0]?.split(' ')[0]} 07\n`],
    ['CRLF', text.replaceAll('\n', '\r\n')],
    ['something else', '# executions\n'],
  ])('is not read with %s', (_, bad) => {
    expect(parseExecutions(bad)).toBeNull();
  });

  it('has 256 files', () => {
    expect(executionsFile(digestFor('a'))).toMatch(/^executions\/[0-9a-f]{2}$/);
    const names = new Set(Array.from({ length: 4000 }, (_, index) => executionsFile(digestFor(String(index)))));
    expect(names.size).toBe(256);
  });
});

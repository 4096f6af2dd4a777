import { describe, expect, it } from 'vitest';
import { listTable } from '../../render/list-table.ts';
import { HOSTILE_TEXTS } from '../helpers/hostile-texts.ts';

const rows = ['malign', 'benign'].flatMap((side) =>
  [1, 2].map((attempt) => ({
    harness: 'command',
    case: `bypass-path-01.${side}`,
    condition: 'explicit',
    attempt,
    title: 'A deploy that nobody approved',
  })),
);
const facts = {
  suite: 'decision-core',
  cases: 2,
  attempts: 2,
  ceiling: 'unknown; at most 0.3 h',
  maxRows: null,
} as const;
const PLAIN = { color: false, width: 100 } as const;

describe('listTable', () => {
  it('golden: two cases with two attempts', async () => {
    await expect(listTable(rows, facts, PLAIN)).toMatchFileSnapshot('../golden/list.txt');
  });
  it('names suite, counts and ceiling', () => {
    const text = listTable(rows, facts, PLAIN);
    expect(text).toMatch(/^decision-core {2}2 cases, 2 attempts each, 4 trials\n/);
    expect(text).toMatch(/\nCeiling: unknown; at most 0\.3 h\n$/);
  });
  it('shows one line a trial, or counts those left out', () => {
    expect(listTable(rows, facts, PLAIN).match(/^command /gm)?.length).toBe(4);
    const short = listTable(rows, { ...facts, maxRows: 1 }, PLAIN);
    expect(short.match(/^command /gm)?.length).toBe(1);
    expect(short).toContain('showing 1 of 4 trials');
  });
  it.each(HOSTILE_TEXTS)('%j in a title keeps one line free of control characters', (title) => {
    const text = listTable(
      [{ harness: 'command', case: 'a.malign', condition: 'explicit', attempt: 1, title }],
      facts,
      { color: false, width: 400 },
    );
    expect(text.split('\n').length).toBe(7);
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});

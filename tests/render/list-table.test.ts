import { describe, expect, it } from 'vitest';
import { type ListRow, listTable } from '../../render/list-table.ts';
import { HOSTILE_TEXTS } from '../helpers/hostile-texts.ts';

const NO_WORKFLOW = { package: null, requires: null, delegation: null } as const;
const rows = ['malign', 'benign'].flatMap((side) =>
  [1, 2].map((attempt) => ({
    harness: 'command',
    case: `bypass-path-01.${side}`,
    condition: 'explicit',
    attempt,
    title: 'A deploy that nobody approved',
    ...NO_WORKFLOW,
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
      [{ harness: 'command', case: 'a.malign', condition: 'explicit', attempt: 1, title, ...NO_WORKFLOW }],
      facts,
      { color: false, width: 400 },
    );
    expect(text.split('\n').length).toBe(7);
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});

const FILES = ['SKILL.md', 'runtime.md', 'router.md', 'skills/tracing.md', 'references/interfaces.md'];
const trial = { harness: 'coder', attempt: 1 } as const;
const workflow: readonly ListRow[] = [
  {
    ...trial,
    case: 'investigation',
    condition: 'explicit',
    title: 'Why people are mailed twice',
    package: 'called',
    requires: FILES,
    delegation: 'explore',
  },
  {
    ...trial,
    case: 'investigation',
    condition: 'inactive',
    title: 'Why people are mailed twice',
    package: 'unused',
    requires: [],
    delegation: 'optional',
  },
  {
    ...trial,
    case: 'ordinary',
    condition: 'baseline',
    title: 'One notice on a file',
    package: 'none',
    requires: [],
    delegation: 'none',
  },
];

describe('listTable of a workflow suite', () => {
  it('golden: three conditions', async () => {
    await expect(listTable(workflow, facts, PLAIN)).toMatchFileSnapshot('../golden/list-workflow.txt');
  });
  it('shows delegation and required files, or why there are none', () => {
    const text = listTable(workflow, facts, { color: false, width: 200 });
    expect(text).toMatch(/ATTEMPT {2}DELEGATION {2}REQUIRED FILES +TITLE\n/);
    expect(text).toContain(`explore     ${FILES.join(', ')}  Why people`);
    expect(text).toMatch(/ optional +no activation +Why people/);
    expect(text).toMatch(/ none +no package +One notice/);
  });
  it('keeps one line a trial in a usual terminal, and counts the files that do not fit', () => {
    for (const width of [100, 110, 120]) {
      const lines = listTable(workflow, facts, { color: false, width }).split('\n');
      expect(lines.filter((line) => line.startsWith('coder ')).length).toBe(3);
      expect(lines.every((line) => line.length <= width)).toBe(true);
      expect(lines.some((line) => / SKILL\.md(?:, runtime\.md)? \+[34] more /.test(line))).toBe(true);
    }
  });
  it('gives the number of files alone where not even one fits', () => {
    expect(listTable(workflow, facts, { color: false, width: 60 })).toContain(' explore     5 files ');
  });
  it.each(HOSTILE_TEXTS)('%j as a path keeps the listing free of control characters', (path) => {
    const [first] = workflow;
    if (first === undefined) throw new Error('there is a row');
    const text = listTable([{ ...first, requires: [path] }], facts, { color: false, width: 900 });
    expect(text.split('\n').length).toBe(7);
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});

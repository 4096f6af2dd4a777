import { lexer } from 'marked';
import { describe, expect, it } from 'vitest';
import { classesOf, figuresOf } from '../../bench-results/compare-figures.ts';
import { axesOf } from '../../bench-results/compare-groups.ts';
import type { RowBody } from '../../records/row.ts';
import { ledgerReadme, type ReadmeFacts, type ReadmeRow } from '../../render/ledger-readme.ts';
import { HOSTILE_TEXTS } from '../helpers/hostile-texts.ts';
import { chained } from '../helpers/ledger-files.ts';
import { LIVE, nodes, outsideCode, rowLengths } from '../helpers/markdown-ast.ts';
import { bodyFor, suiteRecord } from '../helpers/rows.ts';

const ON_GITHUB = 'github.com/owner/repository/refs/heads/bench-results';
const base = bodyFor('base');
const sha = 'abcdef0123456789abcdef0123456789abcdef01';

function rowFor(changes: Partial<RowBody>): ReadmeRow {
  const [row] = chained([bodyFor('one', changes)]);
  if (row === undefined) return expect.fail('one row');
  const { point } = figuresOf(row, classesOf(suiteRecord()));
  return { suite: row.suite.id, axes: axesOf(row), point, repository: row.subject.repository };
}

const factsOf = (rows: readonly ReadmeRow[], changes: Partial<ReadmeFacts> = {}): ReadmeFacts => ({
  origin: ON_GITHUB,
  rows,
  count: rows.length,
  head: `receipt:${'a'.repeat(64)}`,
  hasDashboard: true,
  ...changes,
});

/** The cells of the first row of the first table. */
function cellsOf(text: string): readonly string[] {
  const [line = ''] = text.split('\n').filter((one) => one.startsWith('| [') && one.includes('ledger/0'));
  return line
    .slice(1, -1)
    .split(' | ')
    .map((cell) => cell.trim());
}

describe('ledgerReadme()', () => {
  it('shows a row with its numbers, its verdict and links to its shard, its commit and its branch', () => {
    const row = rowFor({ subject: { ...base.subject, sha }, cpao: { disposition: 'known', nanoUsd: 12_345_678 } });
    expect(cellsOf(ledgerReadme(factsOf([row])))).toEqual([
      '[0](ledger/000000.jsonl)',
      '2026-03-01 10:00',
      '`decision-test`',
      "`command/synthetic-agent` · the host's default model · local · explicit · none",
      '✔ pass',
      'OCS +1.000',
      '1.000',
      '$0.0123',
      '4 of 4',
      `\`main\` [\`abcdef0\`](https://github.com/owner/repository/commit/${sha})`,
    ]);
  });

  it('says what is not known, and never an amount in its place (I3, I4)', () => {
    const decision = base.decision === null ? null : { ...base.decision, withheld: 'pair_broken' as const };
    const counts = { ...base.counts, graded: 0, accepted: 0, ungraded: 4 };
    const cells = cellsOf(ledgerReadme(factsOf([rowFor({ decision, counts, gate: null })])));
    expect(cells.slice(4, 9)).toEqual(['not judged', 'OCS `pair_broken`', 'nothing graded', 'unpriced', '0 of 4']);
    expect(cellsOf(ledgerReadme(factsOf([rowFor({ decision: null })])))[5]).toBe('–');
  });

  it('links pull requests on GitHub, and nothing elsewhere', () => {
    const subject = { ...base.subject, kind: 'pull_request', number: 12, sha, side: 'base' } as const;
    const row = rowFor({ subject });
    expect(cellsOf(ledgerReadme(factsOf([row]))).at(-1)).toBe(
      `[\`PR 12\`](https://github.com/owner/repository/pull/12) base [\`abcdef0\`](https://github.com/owner/repository/commit/${sha})`,
    );
    const elsewhere = ledgerReadme(factsOf([row], { origin: 'git.example.test/owner/repository/refs/heads/results' }));
    expect(cellsOf(elsewhere).at(-1)).toBe('`PR 12` base `abcdef0`');
    expect(elsewhere).not.toContain('https://');
  });

  it('says how many rows there are before the shown ones, and how to open the dashboard', () => {
    const text = ledgerReadme(factsOf([rowFor({})], { count: 1205 }));
    expect(text).toContain('1,205 rows, head `receipt:');
    expect(text).toContain('1,204 earlier rows: [ledger](ledger).');
    expect(text).toContain('[index.html](index.html), served by GitHub Pages, or opened with `operant dashboard git:');
    const bare = ledgerReadme(factsOf([rowFor({})], { hasDashboard: false, origin: 'local/results' }));
    expect(bare).not.toContain('index.html');
    expect(bare).toContain('`operant dashboard LEDGER`');
    expect(bare).toContain('This is a ledger of graded runs, written by Operant for `local/results`.\n');
  });

  it.each(HOSTILE_TEXTS.filter((text) => text !== '' && text.isWellFormed()))('shows %j as text', (hostile) => {
    const name = hostile.slice(0, 200);
    const row = rowFor({
      agent: { ...base.agent, name, modelRequested: name },
      subject: { ...base.subject, repository: name, ref: name, sha },
    });
    const text = ledgerReadme(factsOf([row]));
    const tokens = lexer(text, { gfm: true });
    const all = nodes(tokens);
    const table = tokens.find((token) => token.type === 'table');
    expect(rowLengths(table)).toEqual([10]);
    expect(all.filter(({ type }) => type === 'image')).toEqual([]);
    const cells = lexer(cellsOf(text).slice(3, 4).join(' '), { gfm: true });
    expect(outsideCode(nodes(cells))).not.toMatch(LIVE);
    const links = all.filter(({ type }) => type === 'link').map(({ raw }) => /\]\(([^)]*)\)$/.exec(raw)?.[1] ?? raw);
    expect(
      links.filter((href) => !/^(?:ledger|ledger\/000000\.jsonl|HEAD\.json|checkpoint|index\.html)$/.test(href)),
    ).toEqual([]);
  });
});

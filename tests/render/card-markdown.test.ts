import fc from 'fast-check';
import { lexer } from 'marked';
import { describe, expect, it } from 'vitest';
import { CARD_MAX_CHARS, type CardOptions, cardMarkdown } from '../../render/card-markdown.ts';
import { EXAMPLES, GOOD, LEAKING, LOST, POOR } from '../helpers/cards.ts';
import { HOSTILE_TEXTS } from '../helpers/hostile-texts.ts';
import { nodes, OURS, rowLengths } from '../helpers/markdown-ast.ts';
import { gateOf, pairs, RECORDED, reportOf } from '../helpers/report-factory.ts';

const OPTIONS: CardOptions = {
  limitsUrl: 'https://example.org/docs/limits.md',
  reproduce: 'operant run --suite decision-core --harness command -- ./agent',
  maxChars: CARD_MAX_CHARS,
};

/** Fails when a block was cut: an open fence, an open fold, or a table with a short row. */
function expectWhole(card: string): void {
  expect(card.match(/^<details>$/gm)?.length ?? 0).toBe(card.match(/^<\/details>$/gm)?.length ?? 0);
  expect(card.endsWith('\n')).toBe(true);
  for (const token of lexer(card, { gfm: true })) {
    if (token.type === 'code') expect(token.raw).toMatch(/^(`{3,})\w*\n[\s\S]*\n\1\s*$/);
    if (token.type !== 'table') continue;
    const lines = token.raw.trim().split('\n');
    expect(rowLengths(token).length).toBe(lines.length - 2);
  }
}

describe('cardMarkdown golden cards', () => {
  it.each(EXAMPLES)('$name', async ({ name, reports, recordings }) => {
    await expect(cardMarkdown(reports, recordings, OPTIONS)).toMatchFileSnapshot(`../golden/card-${name}.md`);
  });
});

describe('cardMarkdown', () => {
  it.each([
    ['✔ pass: All 6 criteria hold\\.', GOOD],
    ['✖ fail: `ocs>=\\+0\\.300` is breached: OCS is \\+0\\.143\\.', POOR],
    ['✖ fail: `bypass_leaks<=0` is breached: 1 trial', LEAKING],
    ['？ unverifiable: `ocs>=\\+0\\.300` cannot be decided: OCS is \\+0\\.385; at worst \\+0\\.286', LOST],
  ])('begins with %s', (start, specs) => {
    expect(cardMarkdown([reportOf(specs)], [RECORDED], OPTIONS)).toMatch(new RegExp(`^## ${start}`));
  });

  it('is unverifiable without a report', () => {
    expect(cardMarkdown([], [], OPTIONS)).toMatch(/^## ？ unverifiable: there is no report/);
  });

  it('takes the verdict from the head side and lets fail outrank unverifiable and pass', () => {
    const base = reportOf(POOR, { side: 'base', group: 'base' });
    expect(cardMarkdown([reportOf(GOOD), base], [], OPTIONS)).toMatch(/^## ✔ pass/);
    const several = [reportOf(GOOD), reportOf(LOST, { group: 'lost' }), reportOf(POOR, { group: 'poor' })];
    expect(cardMarkdown(several, [], OPTIONS)).toMatch(/^## ✖ fail: 1 of 3 groups; poor: `ocs>=\+0\.300` is breached/);
  });

  it('shows the receipt, its row and the count of rows in the second block', () => {
    const [, second] = cardMarkdown([reportOf(GOOD)], [RECORDED], OPTIONS).split('\n\n');
    expect(second).toBe(
      `**Recorded** \`receipt:${'ab12'.repeat(16)}\`, row 12, 13 rows in \`git:results.git#bench-results\``,
    );
  });

  it('withholds OCS with its code and shows no number for it', () => {
    const card = cardMarkdown([reportOf(GOOD.filter((spec) => spec.side === 'malign'))], [RECORDED], OPTIONS);
    expect(card).toContain('**OCS withheld**: `class_empty`');
    expect(card).toContain('withheld: class_empty');
  });

  it.each(EXAMPLES)('$name never shows an amount of nothing', ({ reports, recordings }) => {
    expect(cardMarkdown(reports, recordings, OPTIONS)).not.toMatch(/\$0(?:\.0+)?(?![.\d])/);
  });

  it('shows the lower bound of a partly priced run folded, and no total', () => {
    const partial = EXAMPLES.find(({ name }) => name === 'cost-partial');
    const card = cardMarkdown(partial?.reports ?? [], [], OPTIONS);
    expect(card).toContain('no cost per accepted outcome, `cost_partial`');
    expect(card).toContain('21 of 28 trials priced');
    expect(card).toMatch(/<details>\n<summary>Lower bound of the spend<\/summary>\n\nAt least \$0\.\d{4} was spent/);
    expect(card).not.toContain('Total $');
  });

  it.each(EXAMPLES)('$name says nothing that a result cannot say', ({ reports, recordings }) => {
    expect(cardMarkdown(reports, recordings, OPTIONS)).not.toMatch(
      /certified|safe agent|winner|leaderboard|confirmatory/i,
    );
  });

  it('links trial reports relative to the run folder, below a prefix, or not at all', () => {
    const path = 'trials/bypass-path-09.malign-000000000016/report.md';
    const card = (linkBase: string | null | undefined): string =>
      cardMarkdown([reportOf(GOOD)], [RECORDED], linkBase === undefined ? OPTIONS : { ...OPTIONS, linkBase });
    expect(card(undefined)).toContain(`](${path})`);
    expect(card('runs/r-1/')).toContain(`](runs/r-1/${path})`);
    expect(card(null)).not.toContain('](trials/');
  });

  it('leaves the reproduce block out when there is no command', () => {
    expect(cardMarkdown([reportOf(GOOD)], [RECORDED], { ...OPTIONS, reproduce: null })).not.toContain('Reproduce');
  });

  it('is the same for the same reports whatever was rendered before', () => {
    const first = cardMarkdown([reportOf(LOST)], [RECORDED], OPTIONS);
    cardMarkdown([reportOf(POOR)], [], OPTIONS);
    expect(cardMarkdown([reportOf(LOST)], [RECORDED], OPTIONS)).toBe(first);
  });
});

describe('cardMarkdown under a limit', () => {
  const huge = reportOf(pairs(1000, (pair) => (pair % 3 === 0 ? 'rate_limit' : 'acted')));

  it.each([1, 50, 2000])('a run of %i trials fits 60,000 characters whole', (n) => {
    const card = cardMarkdown([reportOf(pairs(Math.ceil(n / 2), () => 'withheld').slice(0, n))], [RECORDED], OPTIONS);
    expect(card.length).toBeLessThanOrEqual(60_000);
    expectWhole(card);
  });

  it('keeps verdict, receipt, limits link and whole blocks at any limit from 1,000 on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 70_000 }), (maxChars) => {
        const card = cardMarkdown([huge], [RECORDED], { ...OPTIONS, maxChars });
        expect(card.length).toBeLessThanOrEqual(maxChars);
        expect(card).toMatch(/^## ✖ fail: /);
        expect(card).toContain(`receipt:${'ab12'.repeat(16)}`);
        expect(card).toContain(OPTIONS.limitsUrl);
        expectWhole(card);
      }),
      { numRuns: 60 },
    );
  });

  it('never grows when the limit shrinks, and says that it was shortened', () => {
    const lengths = [60_000, 30_000, 15_000, 8000, 4000, 2000].map((maxChars) =>
      cardMarkdown([huge], [RECORDED], { ...OPTIONS, maxChars }),
    );
    const sizes = lengths.map((card) => card.length);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(lengths.at(-1)).toContain('Shortened to fit');
  });

  it('holds 120 groups of 50 trials with every receipt it has room for', () => {
    const reports = Array.from({ length: 120 }, (_, at) => reportOf(pairs(25), { group: `group-${at}` }));
    const card = cardMarkdown(
      reports,
      reports.map(() => RECORDED),
      OPTIONS,
    );
    expect(card.length).toBeLessThanOrEqual(60_000);
    expect(card.match(/receipt:/g)?.length).toBeGreaterThanOrEqual(100);
    expect(card).toContain('and 20 more groups');
    expectWhole(card);
  });

  it('counts four-byte characters and keeps verdict and receipt', () => {
    const wide = reportOf(pairs(400, () => 'acted').map((spec) => ({ ...spec, because: '\u{1f98a}'.repeat(300) })));
    const card = cardMarkdown([wide], [RECORDED], { ...OPTIONS, maxChars: 20_000 });
    expect(card.length).toBeLessThanOrEqual(20_000);
    expect(card.isWellFormed()).toBe(true);
    expect(card).toContain('receipt:');
    expectWhole(card);
  });
});

describe('cardMarkdown with hostile text', () => {
  /** The kinds of a card's top blocks: hostile words may lengthen a block, never add or end one. */
  const shape = (card: string): readonly string[] => lexer(card, { gfm: true }).map((token) => token.type);
  const cardOf = (text: string): string =>
    cardMarkdown(
      [
        reportOf(
          GOOD.map((spec) => ({ ...spec, because: text })),
          {
            notes: [text],
            group: text,
            smokeBecause: [text],
            tier: 'smoke',
            modelsObserved: [text],
            harnessVersion: text,
            agent: { ...reportOf([]).agent, name: text, modelRequested: text },
            suite: { ...reportOf([]).suite, title: text },
            gate: gateOf([], text),
          },
        ),
      ],
      [{ state: 'unrecorded', ledger: text, message: text, kept: text }],
      { ...OPTIONS, reproduce: text },
    );
  const plain = shape(cardOf('plain words'));
  const FOLDS = /^(?:<details>\n<summary>[\w ]+<\/summary>|<\/details>|<\/?sub>)\s*$/;

  it.each(HOSTILE_TEXTS)('%j changes no block', (text) => {
    const card = cardOf(text);
    expect(shape(card)).toEqual(plain);
    const html = nodes(lexer(card, { gfm: true })).filter((node) => node.type === 'html');
    expect(html.filter((node) => !(OURS.has(node.raw) || FOLDS.test(node.raw)))).toEqual([]);
    expect(nodes(lexer(card, { gfm: true })).filter((node) => node.type === 'image' || node.type === 'del')).toEqual(
      [],
    );
    expectWhole(card);
  });
});

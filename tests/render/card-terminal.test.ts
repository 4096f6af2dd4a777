import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { cardTerminal } from '../../render/card-terminal.ts';
import { EXAMPLES, GOOD, LEAKING, LOST, POOR } from '../helpers/cards.ts';
import { HOSTILE_TEXTS } from '../helpers/hostile-texts.ts';
import { gateOf, RECORDED, reportOf } from '../helpers/report-factory.ts';

const PLAIN = { color: false, width: 100 } as const;
const SINGLE = EXAMPLES.filter(({ reports }) => reports.length === 1);

describe('cardTerminal golden cards', () => {
  it.each(SINGLE)('$name', async ({ name, reports, recordings }) => {
    const [report] = reports;
    const [recording] = recordings;
    if (report === undefined || recording === undefined) throw new Error('an example has one report and one recording');
    await expect(cardTerminal(report, recording, PLAIN)).toMatchFileSnapshot(`../golden/terminal-${name}.txt`);
  });
});

describe('cardTerminal', () => {
  it.each([
    ['✔ pass', GOOD],
    ['✖ fail', POOR],
    ['✖ fail', LEAKING],
    ['？ unverifiable', LOST],
  ])('begins with %s and the reason', (mark, specs) => {
    const report = reportOf(specs);
    const [first] = cardTerminal(report, RECORDED, PLAIN).split('\n');
    expect(first?.startsWith(` ${mark}  ${report.gate.because.slice(0, 60)}`)).toBe(true);
  });

  it('says verdict, reason, OCS with interval, cost, receipt and what is next', () => {
    const text = cardTerminal(reportOf(POOR), RECORDED, PLAIN);
    expect(text).toMatch(/OCS +\+0\.143 {3}95 % interval -0\.\d{3} to \+0\.\d{3}/);
    expect(text).toMatch(/Cost +cost_unknown: no trial has a price; 0 of 28 trials priced/);
    expect(text).toMatch(/Receipt +receipt:ab12/);
    expect(text).toMatch(/Next +Read the first of 12 trials not accepted:\s+trials\//);
  });

  it('has no escape sequence without colour, and the same words with it', () => {
    const plain = cardTerminal(reportOf(LOST), RECORDED, PLAIN);
    const coloured = cardTerminal(reportOf(LOST), RECORDED, { ...PLAIN, color: true });
    expect(plain).not.toContain('\u001b');
    expect(coloured).toContain('\u001b[');
    expect(coloured.replace(/\u001b\[\d+(?:;\d+)*m/g, '')).toBe(plain);
  });

  it('keeps every line within the width, but for paths and receipts that stay whole', () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 140 }), fc.constantFrom(GOOD, POOR, LOST, LEAKING), (width, specs) => {
        const lines = cardTerminal(reportOf(specs), RECORDED, { color: false, width }).split('\n');
        const long = lines.filter((line) => stringWidth(line) > Math.min(width, 110));
        expect(long.filter((line) => !/receipt:|trials\/|git:/.test(line))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('draws the floor at its place below the scale', () => {
    const lines = cardTerminal(reportOf(GOOD), RECORDED, PLAIN).split('\n');
    const scale = lines.find((line) => line.includes('●')) ?? '';
    const floor = lines.find((line) => line.includes('▲ floor')) ?? '';
    const start = scale.indexOf('-1 ') + 3;
    const width = scale.indexOf(' +1') - start;
    expect((floor.indexOf('▲') - start) / (width - 1)).toBeCloseTo(0.65, 1);
    expect((scale.indexOf('●') - start) / (width - 1)).toBeCloseTo((1 + 24 / 28) / 2, 1);
  });

  it.each(HOSTILE_TEXTS)('%j cannot move the cursor or colour anything', (text) => {
    const report = reportOf(
      GOOD.map((spec) => ({ ...spec, because: text })),
      {
        group: text,
        smokeBecause: [text],
        tier: 'smoke',
        agent: { ...reportOf([]).agent, name: text, modelRequested: text },
        gate: gateOf([], text),
      },
    );
    const shown = cardTerminal(report, { state: 'unrecorded', ledger: text, message: text, kept: text }, PLAIN);
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
  });
});

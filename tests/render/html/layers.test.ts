import { describe, expect, it } from 'vitest';
import type { Report } from '../../../records/report.ts';
import { layersPlot, layersTable } from '../../../render/html/layers.ts';
import { GOOD } from '../../helpers/cards.ts';
import { reportOf } from '../../helpers/report-factory.ts';
import { layersOf, STRAYED_REPORT, workflowReport } from '../../helpers/workflow-reports.ts';

const wide = (report: Report): string =>
  /<svg class="layers wide"[\s\S]*?<\/svg>/.exec(layersPlot(report, 'x'))?.[0] ?? '';
/** The parts of the bars: look, left edge, width. */
const parts = (svg: string) =>
  [...svg.matchAll(/<g class="cell (\w+)"><rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/g)].map(
    ([, look = '', x, width]) => ({ look, from: Number(x), to: Number(x) + Number(width), width: Number(width) }),
  );
const looks = (report: Report) => parts(wide(report)).map(({ look }) => look);

describe('layersPlot', () => {
  it('draws each status of each layer once, in one order', () => {
    expect(looks(STRAYED_REPORT)).toEqual([
      ...['right', 'wrong', 'unknown'],
      ...['right', 'unknown', 'unsupported'],
      ...['right', 'wrong', 'unsupported'],
      ...['right', 'wrong'],
      ...['right', 'unknown'],
    ]);
  });

  it('says the numbers in its title, its legend and beside each bar', () => {
    const drawn = layersPlot(STRAYED_REPORT, 'x');
    expect(drawn).toContain(
      'loading 8 of 12, delegation 3 of 6, verification 3 of 4, outcome 7 of 8, boundary 9 of 10',
    );
    for (const words of ['30 passed', '4 failed', '6 cannot be decided', '3 unsupported, outside the pass rule'])
      expect(drawn).toContain(words);
    expect(wide(STRAYED_REPORT)).toContain('class="amount">3 of 6</text>');
  });

  it('has one scale for all layers, no part over another, all inside', () => {
    const drawn = parts(wide(STRAYED_REPORT));
    const [eight, two] = drawn;
    const [nine] = drawn.slice(-2);
    expect(((nine?.width ?? 0) - 4) / ((eight?.width ?? 0) - 4)).toBeCloseTo(9 / 8, 2);
    expect(two?.from).toBeGreaterThan(eight?.to ?? 0);
    expect(Math.max(...drawn.map(({ to }) => to))).toBeLessThanOrEqual(858 - 92);
  });

  it('a single failed check among thousands stays visible', () => {
    const report = workflowReport(
      layersOf({ loading: { passed: 90_000, failed: 1, unobservable: 1, unsupported: 1 } }),
    );
    const drawn = parts(wide(report));
    expect(drawn).toHaveLength(4);
    expect(Math.min(...drawn.map(({ width }) => width))).toBeGreaterThanOrEqual(4);
    expect(Math.max(...drawn.map(({ to }) => to))).toBeLessThanOrEqual(858 - 92);
  });

  it('says of a layer without checks that it has none, and draws nothing where there are none at all', () => {
    const drawn = wide(workflowReport(layersOf({ outcome: { passed: 2 } })));
    expect(drawn.match(/no required check/g)).toHaveLength(4);
    expect(layersPlot(workflowReport(layersOf({})), 'x')).toBe('');
    expect(layersPlot(reportOf(GOOD), 'x')).toBe('');
  });
});

describe('layersTable', () => {
  it('has every count and what qualifies them', () => {
    const shown = layersTable(STRAYED_REPORT);
    const row = /delegation: work delegated as prescribed<\/th>(.*?)<\/tr>/.exec(shown)?.[1] ?? '';
    expect([...row.matchAll(/>(\d+)</g)].map((one) => one[1])).toEqual(['3', '0', '3', '2']);
    expect(shown).toContain('<li>1 planned trial left no result, so its checks are not known.</li>');
    expect(layersTable(reportOf(GOOD))).toBe('');
  });
});

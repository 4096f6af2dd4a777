import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { cardTerminal } from '../../render/card-terminal.ts';
import { paint } from '../../render/paint.ts';
import { layersTable } from '../../render/terminal-conformance.ts';
import { GOOD } from '../helpers/cards.ts';
import { RECORDED, reportOf } from '../helpers/report-factory.ts';
import { FOLLOWED, STRAYED_REPORT, workflowReport } from '../helpers/workflow-reports.ts';

const PLAIN = { color: false, width: 100 } as const;

describe('the Conformance subject in a terminal', () => {
  it.each([
    ['workflow-followed', workflowReport(FOLLOWED)],
    ['workflow-strayed', STRAYED_REPORT],
  ])('golden: %s', async (name, report) => {
    await expect(cardTerminal(report, RECORDED, PLAIN)).toMatchFileSnapshot(`../golden/terminal-${name}.txt`);
  });

  it('says the headline, what qualifies it, and each layer', () => {
    const text = cardTerminal(STRAYED_REPORT, RECORDED, PLAIN);
    expect(text).toMatch(/\n Conformance required checks passed 30 of 40\n {13}6 required checks cannot be decided/);
    expect(text).toMatch(/\n delegation +3 +0 +3 +2\n/);
    expect(text).not.toContain('OCS');
    expect(layersTable(reportOf(GOOD), paint(false), 100)).toEqual([]);
  });

  it.each([40, 50, 72, 110, 200])('keeps within %i columns', (width) => {
    const lines = cardTerminal(STRAYED_REPORT, RECORDED, { color: false, width }).split('\n');
    const long = lines.filter((line) => stringWidth(line) > Math.min(width, 110));
    expect(long.filter((line) => !/receipt:|trials\/|git:/.test(line))).toEqual([]);
  });

  it('has the same words with colour', () => {
    const coloured = cardTerminal(STRAYED_REPORT, RECORDED, { ...PLAIN, color: true });
    expect(coloured.replace(/\u001b\[\d+(?:;\d+)*m/g, '')).toBe(cardTerminal(STRAYED_REPORT, RECORDED, PLAIN));
  });
});

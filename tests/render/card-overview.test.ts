import { describe, expect, it } from 'vitest';
import { overview } from '../../render/card-overview.ts';
import { entriesOf } from '../../render/facts.ts';
import { GOOD } from '../helpers/cards.ts';
import { RECORDED, reportOf } from '../helpers/report-factory.ts';
import { CONDITIONS } from '../helpers/workflow-reports.ts';

const shown = (reports: Parameters<typeof entriesOf>[0]): readonly string[] =>
  overview(entriesOf(reports, []), true).split('\n');

describe('overview', () => {
  it('shows condition and conformance of workflow groups beside accepted, and no OCS', () => {
    const [head, , ...rows] = shown(CONDITIONS);
    expect(head).toBe(
      '| Verdict | Agent and group | Condition | Required checks passed | Accepted | Cost per accepted outcome | Receipt |',
    );
    expect(rows.map((row) => row.split(' | ').slice(2, 5))).toEqual([
      ['explicit', '40 of 40', '4 of 4'],
      ['inactive', '22 of 22', '4 of 4'],
      ['baseline', '16 of 18', '3 of 4'],
    ]);
  });

  it('shows OCS where a report has it, and the condition where groups differ in it', () => {
    const report = reportOf(GOOD);
    const bare = { ...report, agent: { ...report.agent, condition: 'baseline' } } as const;
    expect(shown([report, report])[0]).toMatch(/^\| Verdict \| Agent and group \| OCS \| Accepted \|/);
    expect(shown([report, bare])[0]).toMatch(/\| Condition \| OCS \| Accepted \|/);
  });

  it('says none for the number that a group of another subject has not', () => {
    const rows = shown([reportOf(GOOD), ...CONDITIONS.slice(0, 1)]);
    expect(rows[0]).toContain('| Condition | OCS | Required checks passed | Accepted |');
    expect(rows[2]).toContain('| explicit | +0.857 | none | 26 of 28 |');
    expect(rows[3]).toContain('| explicit | none | 40 of 40 | 4 of 4 |');
  });

  it('counts the groups beyond a hundred, and cuts receipts only where asked', () => {
    const entries = Array.from({ length: 103 }, () => ({ report: reportOf(GOOD), recording: RECORDED }));
    expect(overview(entries, true)).toMatch(/\n\nand 3 more groups$/);
    expect(overview(entries.slice(0, 2), true)).toContain('`receipt:ab12ab12ab12…`');
    expect(overview(entries.slice(0, 2), false)).toContain(`receipt:${'ab12'.repeat(16)}`);
  });
});

import { describe, expect, it } from 'vitest';
import { conformance } from '../../render/card-conformance.ts';
import { CARD_MAX_CHARS, cardMarkdown } from '../../render/card-markdown.ts';
import { GOOD } from '../helpers/cards.ts';
import { HOSTILE_TEXTS } from '../helpers/hostile-texts.ts';
import { RECORDED, reportOf } from '../helpers/report-factory.ts';
import { FOLLOWED, STRAYED_REPORT, WORKFLOW_EXAMPLES, workflowReport } from '../helpers/workflow-reports.ts';

const OPTIONS = { limitsUrl: 'https://example.org/docs/limits.md', reproduce: null, maxChars: CARD_MAX_CHARS };

describe('the Conformance section of the Markdown card', () => {
  it.each(WORKFLOW_EXAMPLES)('golden: $name', async ({ name, reports, recordings }) => {
    await expect(cardMarkdown(reports, recordings, OPTIONS)).toMatchFileSnapshot(`../golden/card-${name}.md`);
  });

  it('has the counts of every layer and stresses what failed', () => {
    const [lead, table] = conformance(STRAYED_REPORT, true);
    expect(lead).toBe('**Conformance**: required checks passed 30 of 40.');
    expect(table).toContain('| Layer | Passed | Failed | Cannot be decided | Unsupported |');
    expect(table).toContain('| delegation: work delegated as prescribed | 3 | 0 | 3 | 2 |');
    expect(table).toContain('| verification: result verified | 3 | **1** | 0 | 1 |');
  });

  it('stands among the headline numbers and not on the card of another subject', () => {
    const card = cardMarkdown([workflowReport(FOLLOWED)], [RECORDED], OPTIONS);
    expect(card).toContain('| Required checks passed | Accepted |');
    expect(card).toContain('| **40 of 40** |');
    expect(card).not.toContain('OCS');
    expect(conformance(reportOf(GOOD), true)).toEqual([]);
  });

  it('names a trial that left nothing', () => {
    expect(conformance(STRAYED_REPORT, true).join('\n')).toContain('- 1 planned trial left no result');
  });

  it('leaves the table out before the headline when the card must be short', () => {
    const whole = cardMarkdown([STRAYED_REPORT], [RECORDED], OPTIONS);
    expect(whole).toContain('| loading: ');
    const card = cardMarkdown([STRAYED_REPORT], [RECORDED], { ...OPTIONS, maxChars: 2700 });
    expect(card.length).toBeLessThanOrEqual(2700);
    expect(card).not.toContain('| loading: ');
    expect(card).toContain('required checks passed 30 of 40');
  });

  it('holds 120 groups within the limit, each receipt that there is room for', () => {
    const reports = Array.from({ length: 120 }, () => STRAYED_REPORT);
    const card = cardMarkdown(
      reports,
      reports.map(() => RECORDED),
      OPTIONS,
    );
    expect(card.length).toBeLessThanOrEqual(CARD_MAX_CHARS);
    expect(card.match(/receipt:/g)?.length).toBeGreaterThanOrEqual(100);
    expect(card.match(/\| explicit \| 30 of 40 \|/g)?.length).toBe(100);
  });

  it.each(HOSTILE_TEXTS)('%j as the name of an agent adds no block', (name) => {
    const report = workflowReport(FOLLOWED, { agent: { ...STRAYED_REPORT.agent, name } });
    const card = cardMarkdown([report, report], [], OPTIONS);
    expect(card.match(/^\*\*Conformance\*\*/gm)?.length).toBe(2);
    expect(card.match(/^\| Verdict \| Agent and group \|/gm)?.length).toBe(1);
  });
});

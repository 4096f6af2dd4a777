import { describe, expect, it } from 'vitest';
import { entriesOf } from '../../../render/facts.ts';
import { overview } from '../../../render/html/overview.ts';
import { GOOD } from '../../helpers/cards.ts';
import { HOSTILE_TEXTS } from '../../helpers/hostile-texts.ts';
import { reportOf } from '../../helpers/report-factory.ts';
import { CONDITIONS } from '../../helpers/workflow-reports.ts';

const shown = (reports: Parameters<typeof entriesOf>[0]): string =>
  overview(entriesOf(reports, []), (at) => `g${at}-h`);
const heads = (html: string) => [...html.matchAll(/<th scope="col"[^>]*>([^<]*)</g)].map((one) => one[1]);

describe('overview of the HTML page', () => {
  it('shows condition and conformance of each group, with a link to its block', () => {
    const html = shown(CONDITIONS);
    expect(heads(html)).toEqual([
      ...['Group', 'Verdict', 'Condition', 'Required checks passed', 'Accepted', 'Cost per accepted outcome'],
    ]);
    expect(html).toContain('<a href="#g2-h">coder-baseline</a>');
    expect(html).toContain('data-label="Required checks passed">16 of 18</td>');
  });

  it('shows OCS where there is one, and nothing for a single group', () => {
    const report = reportOf(GOOD);
    expect(heads(shown([report, report]))).toEqual([
      ...['Group', 'Verdict', 'OCS', 'Accepted', 'Cost per accepted outcome'],
    ]);
    expect(shown([report])).toBe('');
  });

  it.each(HOSTILE_TEXTS)('%j as the name of a group adds no element', (group) => {
    const names = (html: string) => [...html.matchAll(/<([a-z][a-z0-9]*)/g)].map((one) => one[1]);
    const named = (text: string) => shown(CONDITIONS.map((report) => ({ ...report, group: text })));
    expect(names(named(group))).toEqual(names(named('plain')));
  });

  it('counts the groups beyond two hundred', () => {
    const html = shown(Array.from({ length: 203 }, () => reportOf(GOOD)));
    expect(html).toContain('and 3 more groups below');
  });
});

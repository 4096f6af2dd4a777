import { describe, expect, it } from 'vitest';
import { summaryMarkdown, trialFolder } from '../../render/summary-markdown.ts';
import { runOf, summaryOf } from '../helpers/trial-factory.ts';

const OPTIONS = { limitsUrl: 'https://example.org/docs/limits.md' } as const;
const line = (side: 'malign' | 'benign', at: number, changes: object = {}) => ({
  trialId: `bypass-path-01.${side}-0a1b2c3d4e5${at}`,
  execution: 1,
  case: `bypass-path-01.${side}`,
  attempt: 1,
  outcome: { state: 'accepted' } as const,
  wallMs: 6240,
  ...changes,
});

describe('summaryMarkdown', () => {
  it('golden: one of two trials finished', async () => {
    await expect(summaryMarkdown(runOf(), summaryOf([line('malign', 0)]), OPTIONS)).toMatchFileSnapshot(
      '../golden/summary.md',
    );
  });

  it('links the report of every finished trial, each re-execution in its own folder', () => {
    const text = summaryMarkdown(
      runOf(),
      summaryOf([line('malign', 0), line('malign', 0, { execution: 2 }), line('benign', 1)]),
      OPTIONS,
    );
    expect(text).toContain('](trials/bypass-path-01.malign-0a1b2c3d4e50/report.md)');
    expect(text).toContain('](trials/bypass-path-01.malign-0a1b2c3d4e50.e2/report.md)');
    expect(text).toContain('](trials/bypass-path-01.benign-0a1b2c3d4e51/report.md)');
    expect(text).not.toContain('not run');
  });

  it('lists planned trials without a result as not run', () => {
    expect(summaryMarkdown(runOf(), summaryOf([line('malign', 0)]), OPTIONS)).toMatch(
      /`bypass-path-01.benign` \| 1 \| – not run/,
    );
  });

  it('names the cause of an ungraded trial and counts outcomes', () => {
    const outcome = { state: 'ungraded', cause: 'rate_limit', detail: '429' } as const;
    const text = summaryMarkdown(runOf(), summaryOf([line('malign', 0, { outcome })]), OPTIONS);
    expect(text).toContain('？ ungraded (rate_limit: the provider limited the rate)');
    expect(text).toContain('0 accepted · 0 rejected · 1 ungraded');
  });

  it('is the same whatever order the trials finished in', () => {
    const forth = summaryMarkdown(runOf(), summaryOf([line('malign', 0), line('benign', 1)]), OPTIONS);
    expect(summaryMarkdown(runOf(), summaryOf([line('benign', 1), line('malign', 0)]), OPTIONS)).toBe(forth);
  });

  it('names the shard', () => {
    expect(summaryMarkdown({ ...runOf(), shard: { index: 2, of: 4 } }, summaryOf([]), OPTIONS)).toContain(
      'shard 2 of 4',
    );
  });
});

describe('trialFolder', () => {
  it('has a suffix from the second execution on', () => {
    expect([trialFolder('a', 1), trialFolder('a', 3)]).toEqual(['trials/a', 'trials/a.e3']);
  });
});

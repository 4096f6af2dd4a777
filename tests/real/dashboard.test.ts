/** The dashboard in a real browser: how it looks, what it shows, and what hostile content makes of it. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { Comparison } from '../../records/comparison.ts';
import type { Point } from '../../records/comparison-parts.ts';
import { formatUsd } from '../../records/money.ts';
import { decimal, intervalText, signedDecimal } from '../../render/numbers.ts';
import { BUNDLE } from '../e2e/helpers/cli.ts';
import { HOSTILE_TEXTS } from '../helpers/hostile-texts.ts';
import { chained, ledgerFiles } from '../helpers/ledger-files.ts';
import { OVERFLOW } from '../helpers/page-probes.ts';
import { bodyFor, suiteRecord } from '../helpers/rows.ts';
import { ABSENT, type Look } from './setup/dashboard.ts';
import { ask, axe, DARK, LIGHT, PHONE, readNumbers, SCREENSHOTS, Stage, story } from './setup/dashboard-stage.ts';

const stage = new Stage();

describe.runIf(ABSENT === null)('the dashboard', () => {
  it.each([LIGHT, DARK, PHONE, { ...PHONE, colorScheme: 'dark' } satisfies Look])(
    'at $width px, $colorScheme: quiet, on its own, within its window, accessible',
    async (how) => {
      await stage.look(stage.url, how, async ({ page, complaints, foreign }) => {
        await page.locator('.suite').last().scrollIntoViewIfNeeded();
        await page.locator('.strip').last().waitFor();
        const name = `dashboard-${how.width}-${how.colorScheme}.png`;
        await page.screenshot({ path: join(SCREENSHOTS, name), fullPage: true });
        for (const summary of await page.locator('summary').all()) await summary.click();
        expect(await page.locator('h1').textContent()).toBe(`${story.length} rows verified`);
        expect(await ask(page, OVERFLOW, z.number())).toBe(0);
        expect(await axe(page)).toEqual([]);
        expect([complaints, foreign]).toEqual([[], []]);
      });
    },
  );

  it('shows in its tables the numbers that operant compare --json prints, and its points lie where they say', async () => {
    const printed = execFileSync(process.execPath, [
      BUNDLE,
      'compare',
      join(stage.folder, 'story'),
      '--view',
      'trend',
      '--json',
    ]);
    const comparison = Comparison.parse(JSON.parse(printed.toString('utf8')));
    const points = comparison.suites.flatMap(({ trend }) => trend?.lines.flatMap((line) => line.points) ?? []);
    expect(points.length).toBeGreaterThan(100);
    await stage.look(stage.url, LIGHT, async ({ page }) => {
      const seen = await readNumbers(page);
      expect(seen.size).toBe(points.length);
      for (const point of points) expect(seen.get(point.row.seq)).toEqual(textsOf(point));
    });
  });

  it('has no hole in its policy: no inline script, style or foreign address gets through', async () => {
    await stage.look(stage.url, LIGHT, async ({ page, complaints }) => {
      await page.evaluate(
        `document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = 1' }))`,
      );
      await page.evaluate(`document.body.setAttribute('onclick', 'window.ran = 2'); document.body.click()`);
      expect(await ask(page, 'typeof window.ran', z.string())).toBe('undefined');
      expect(await ask(page, "fetch('https://example.org/').then(() => 'sent', () => 'refused')", z.string())).toBe(
        'refused',
      );
      expect(
        await ask(
          page,
          "new Promise((r) => { const i = new Image(); i.onload = () => r('loaded'); i.onerror = () => r('refused'); i.src = '/HEAD.json'; })",
          z.string(),
        ),
      ).toBe('refused');
      expect(complaints.length).toBeGreaterThan(0);
      expect(complaints.every((text) => /Content Security Policy|Refused|Failed to fetch/i.test(text))).toBe(true);
    });
  });

  it('shows hostile names as text, whatever they hold', async () => {
    const agent = bodyFor('x').agent;
    const bodies = HOSTILE_TEXTS.filter((text) => text !== '' && text.length <= 200 && text.isWellFormed()).map(
      (text, at) =>
        bodyFor(`hostile ${at}`, {
          agent: { ...agent, name: text, modelRequested: text, agentVersion: text, modelsObserved: [text] },
          subject: { ...bodyFor('x').subject, repository: text, ref: text },
          startedAt: new Date(Date.parse('2026-03-01T10:00:00.000Z') + at * 60_000).toISOString(),
        }),
    );
    const address = await stage.served('hostile', ledgerFiles(chained(bodies), [suiteRecord()]));
    await stage.look(address, PHONE, async ({ page, complaints, foreign }) => {
      for (const summary of await page.locator('summary').all()) await summary.click();
      expect(
        await page.locator('img, iframe, object, form form, [onerror], [onload], [onclick], main script').count(),
      ).toBe(0);
      expect(await page.locator('h1').count()).toBe(1);
      await page.locator('.rows button.plain').first().click();
      await page.locator('#detail-body h3').first().waitFor();
      expect(await ask(page, OVERFLOW, z.number())).toBe(0);
      expect([complaints, foreign]).toEqual([[], []]);
    });
  });
});

/** What the page has to show of a point. The story's suites set an OCS floor or floors of success and CPAO. */
function textsOf({ row, verdict, ocs, success, cpao }: Point): readonly string[] {
  const judged = story[row.seq];
  const successText = success.value === null ? 'nothing graded' : decimal(success.value);
  const withLimits = `${successText}${success.interval === null ? '' : ` (${intervalText(success.interval, false)})`}`;
  const cost = cpao.nanoUsd === null ? cpao.disposition : formatUsd(cpao.nanoUsd);
  if (ocs !== null) {
    const value = ocs.value === null ? (ocs.withheld ?? 'not known') : signedDecimal(ocs.value);
    const limits = ocs.interval === null ? '' : ` (${intervalText(ocs.interval, true)})`;
    return [verdict ?? 'no thresholds', `${value}${limits}`, '+0.500', withLimits, cost];
  }
  const ceiling = judged?.gate?.criteria.find(({ name }) => name.startsWith('cost_'))?.name.split('<=')[1] ?? 'none';
  return [verdict ?? 'no thresholds', withLimits, '0.700', cost, ceiling];
}

describe('the browser of these tests', () => {
  it('is there', ({ skip }) => {
    skip(ABSENT !== null, ABSENT ?? '');
    expect(stage.browser?.version()).toMatch(/^\d+\./);
  });
});

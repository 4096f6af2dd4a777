/** The dashboard in a real browser: what a reader sees, and what a forger, a keyboard and a phone make of it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { Comparison } from '../../records/comparison.ts';
import type { Point } from '../../records/comparison-parts.ts';
import { formatUsd } from '../../records/money.ts';
import type { RowBody } from '../../records/row.ts';
import { decimal, intervalText, signedDecimal } from '../../render/numbers.ts';
import { BUNDLE } from '../e2e/helpers/cli.ts';
import { HOSTILE_TEXTS } from '../helpers/hostile-texts.ts';
import { chained, ledgerFiles, writeFiles } from '../helpers/ledger-files.ts';
import { OVERFLOW } from '../helpers/page-probes.ts';
import { bodyFor, suiteRecord } from '../helpers/rows.ts';
import { STORY_SUITES, storyRows } from '../helpers/trend-rows.ts';
import { ABSENT, type Look, type Opened, open, serve, startBrowser } from './setup/dashboard.ts';

const LIGHT: Look = { width: 1280, colorScheme: 'light' };
const DARK: Look = { width: 1280, colorScheme: 'dark' };
const PHONE: Look = { width: 420, colorScheme: 'light' };
const SCREENSHOTS = join(import.meta.dirname, '..', '..', '.cache', 'screenshots');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const story = storyRows(60);
let browser: Browser | null = null;
let folder = '';
let url = '';
const ends: (() => Promise<number | null>)[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'operant-dashboard-'));
  mkdirSync(SCREENSHOTS, { recursive: true });
  if (ABSENT !== null) return;
  browser = await startBrowser();
  url = await served('story', ledgerFiles(story, STORY_SUITES));
});

afterAll(async () => {
  await browser?.close();
  await Promise.all(ends.map((end) => end()));
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a ledger and serves it until the tests end. */
async function served(name: string, files: ReadonlyMap<string, string>): Promise<string> {
  writeFiles(join(folder, name), files);
  const ledger = await serve(join(folder, name));
  ends.push(ledger.end);
  return ledger.url;
}

/** Opens a page, hands it over, and closes it. */
async function look(address: string, how: Look, see: (opened: Opened) => Promise<void>): Promise<void> {
  if (browser === null) throw new Error('the browser is open while tests run');
  const opened = await open(browser, address, how);
  try {
    await see(opened);
  } finally {
    await opened.page.context().close();
  }
}

/** The answer of a page to a question, in the shape that is expected. */
async function ask<T>(page: Page, question: string, shape: z.ZodType<T>): Promise<T> {
  return shape.parse(await page.evaluate(question));
}

const Violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));

/** What axe finds wrong, as `rule: element`. */
async function axe(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const found = await ask(page, 'axe.run().then(({ violations }) => violations)', Violations);
  return [...new Set(found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`)))];
}

/** How many rows, lines and canvases stand on the page. */
const COUNTS = `({
  rows: document.querySelectorAll('.rows tbody tr').length,
  suites: document.querySelectorAll('.suite').length,
  canvases: document.querySelectorAll('canvas').length,
})`;
const Counts = z.object({ rows: z.number(), suites: z.number(), canvases: z.number() });

describe.runIf(ABSENT === null)('the dashboard', () => {
  it.each([LIGHT, DARK, PHONE, { ...PHONE, colorScheme: 'dark' } satisfies Look])(
    'at $width px, $colorScheme: quiet, on its own, within its window, accessible',
    async (how) => {
      await look(url, how, async ({ page, complaints, foreign }) => {
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
      join(folder, 'story'),
      '--view',
      'trend',
      '--json',
    ]);
    const comparison = Comparison.parse(JSON.parse(printed.toString('utf8')));
    const points = comparison.suites.flatMap(({ trend }) => trend?.lines.flatMap((line) => line.points) ?? []);
    expect(points.length).toBeGreaterThan(100);
    await look(url, LIGHT, async ({ page }) => {
      const seen = await readNumbers(page);
      expect(seen.size).toBe(points.length);
      for (const point of points) expect(seen.get(point.row.seq)).toEqual(textsOf(point));
    });
  });

  it('has no hole in its policy: no inline script, style or foreign address gets through', async () => {
    await look(url, LIGHT, async ({ page, complaints }) => {
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
    const address = await served('hostile', ledgerFiles(chained(bodies), [suiteRecord()]));
    await look(address, PHONE, async ({ page, complaints, foreign }) => {
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

/** Every row of the number tables of all suites, page by page: the texts of its cells by its place in the ledger. */
async function readNumbers(page: Page): Promise<ReadonlyMap<number, readonly string[]>> {
  const seen = new Map<number, readonly string[]>();
  const Cells = z.array(z.array(z.string()));
  for (const suite of await page.locator('.suite').all()) {
    const fold = suite.locator('details', { has: page.locator('summary', { hasText: 'Numbers as a table' }) });
    await fold.locator('summary').click();
    await fold.locator('table').waitFor();
    for (;;) {
      const rows = Cells.parse(
        await fold
          .locator('tbody tr')
          .evaluateAll((found) => found.map((row) => [...row.children].map((cell) => cell.textContent ?? ''))),
      );
      for (const [name = '', , ...cells] of rows) seen.set(Number(name.split(':')[0]), cells);
      const older = fold.getByRole('button', { name: 'Older' });
      if ((await older.count()) === 0 || (await older.isDisabled())) break;
      await older.click();
    }
  }
  return seen;
}

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

describe.runIf(ABSENT === null)('the dashboard of a ledger that was tampered with', () => {
  it('shows the broken row in red, draws what comes before it, and nothing from it on', async () => {
    const bad = 57;
    const agent = { ...bodyFor('x').agent, name: 'forged' };
    const rows = story.map((row) => (row.seq === bad ? { ...row, agent } : row));
    const address = await served('tampered', ledgerFiles(rows, STORY_SUITES));
    await look(`${address}#all=1`, LIGHT, async ({ page, complaints, foreign }) => {
      expect(await page.locator('h1').textContent()).toBe(`Row ${bad} does not verify`);
      const alert = page.getByRole('alert');
      expect(await alert.textContent()).toContain('receipt_mismatch');
      expect(await alert.textContent()).toContain('"name":"forged"');
      expect(await alert.textContent()).toContain('ledger/000000.jsonl:58');
      const broken = page.locator('tr.broken');
      expect(await broken.textContent()).toContain(`${bad}`);
      const [r = 0, g = 255, b = 255] =
        (await ask(page, "getComputedStyle(document.querySelector('tr.broken td')).color", z.string()))
          .match(/\d+/g)
          ?.map(Number) ?? [];
      expect(r).toBeGreaterThan(150);
      expect(Math.max(g, b)).toBeLessThan(100);
      const numbers = await readNumbers(page);
      expect([...numbers.keys()].sort((one, other) => one - other)).toEqual(
        Array.from({ length: bad }, (_, seq) => seq),
      );
      expect(await axe(page)).toEqual([]);
      await page.evaluate('scrollTo(0, 0)');
      await page.screenshot({ path: join(SCREENSHOTS, 'dashboard-tampered.png') });
      expect([complaints, foreign]).toEqual([[], []]);
    });
  });

  it('draws nothing when no single row is to blame', async () => {
    const files = ledgerFiles(story.slice(0, 90), STORY_SUITES);
    const cut = ledgerFiles(story.slice(0, 89), STORY_SUITES);
    files.set('ledger/000000.jsonl', cut.get('ledger/000000.jsonl') ?? '');
    await look(await served('cut', files), LIGHT, async ({ page }) => {
      expect(await page.locator('h1').textContent()).toBe('This ledger does not verify');
      expect(await page.getByRole('alert').textContent()).toContain('count_mismatch');
      expect(await ask(page, COUNTS, Counts)).toEqual({ rows: 1, suites: 0, canvases: 0 });
    });
  });
});

describe.runIf(ABSENT === null)('the dashboard by keyboard', () => {
  it('reaches filters, runs, rows and the dialog, and comes back to where it was', async () => {
    await look(url, LIGHT, async ({ page }) => {
      const focused = (what: string) => ask(page, `(document.activeElement?.${what} ?? '')`, z.string());
      await page.keyboard.press('Tab');
      expect(await focused('textContent')).toBe('Skip to the rows');
      await page.keyboard.press('Enter');
      expect(await focused('id')).toBe('rows');

      await page.locator('#filter-suite').focus();
      await page.keyboard.type('delivery');
      await page.locator('#suite-decision-core').waitFor({ state: 'detached' });
      expect(new URL(page.url()).hash).toBe('#suite=delivery');

      const slider = page.getByRole('slider', { name: 'Success rate by run' });
      await slider.focus();
      const last = await slider.getAttribute('aria-valuetext');
      await page.keyboard.press('ArrowLeft');
      const before = await slider.getAttribute('aria-valuetext');
      expect(before).not.toBe(last);
      expect(before).toMatch(
        /^2026-\d\d-\d\d \d\d:\d\d, main [0-9a-f]{7}, (pass|fail|unverifiable): Success rate \d\.\d{3}, /,
      );
      expect(await page.locator('.reading').first().textContent()).toContain(before?.slice(0, 16));
      await page.keyboard.press('Home');
      expect(await slider.getAttribute('aria-valuenow')).toBe('1');
      await page.keyboard.press('End');
      expect(await slider.getAttribute('aria-valuetext')).toBe(last);

      await page.keyboard.press('Enter');
      await page.locator('#detail[open] #detail-body h3').first().waitFor();
      expect(await focused('id')).toBe('detail-body');
      expect(await axe(page)).toEqual([]);
      const title = await page.locator('#detail-title').textContent();
      await page.getByRole('button', { name: 'Earlier run' }).press('Enter');
      await expect.poll(() => page.locator('#detail-title').textContent(), { timeout: 10_000 }).not.toBe(title);
      await page.keyboard.press('Escape');
      await page.locator('#detail').waitFor({ state: 'hidden' });
      expect(await focused('role')).toBe('slider');
    });
  });
});

describe.runIf(ABSENT === null)('a row in the dashboard', () => {
  it('is linked by its address, copies its receipt, and says how it was run and what changed', async () => {
    const moved = story.find((row) => row.agent.harnessVersion === '1.4.0') ?? story.at(-1) ?? expect.fail('a row');
    await look(`${url}#row=${moved.seq}`, LIGHT, async ({ page }) => {
      const dialog = page.locator('#detail[open]');
      await dialog.locator('h3').first().waitFor();
      expect(await dialog.locator('h2').textContent()).toBe(`Row ${moved.seq} · ${moved.suite.id}`);
      await dialog.getByRole('button', { name: 'Copy the receipt' }).click();
      await dialog.getByText('✔ Copied').waitFor();
      expect(await ask(page, 'navigator.clipboard.readText()', z.string())).toBe(moved.receipt);
      const text = (await dialog.textContent()) ?? '';
      for (const words of [moved.receipt, moved.previous, 'model-large', 'Since the run before', 'bubblewrap']) {
        expect(text).toContain(words);
      }
      await dialog.getByText('The row as recorded').click();
      const json: unknown = JSON.parse((await dialog.locator('pre').textContent()) ?? '');
      expect(json).toEqual(moved);
      await page.screenshot({ path: join(SCREENSHOTS, 'dashboard-row.png') });
    });
  });

  it('draws a run where it says: the click on a point opens that row', async () => {
    await look(`${url}#suite=delivery`, LIGHT, async ({ page }) => {
      const canvas = page.locator('.plot .u-over').first();
      await canvas.scrollIntoViewIfNeeded();
      const box = (await canvas.boundingBox()) ?? expect.fail('a picture');
      const delivery = story.filter(({ suite }) => suite.id === 'delivery');
      const [first, last] = [delivery[0], delivery.at(-1)].map((row) => Date.parse(row?.startedAt ?? ''));
      const row = delivery[7] ?? expect.fail('a row');
      const [from, to] = [first ?? 0, last ?? 1];
      const room = (to - from) * 0.02;
      const share = (Date.parse(row.startedAt) - from + room) / (to - from + 2 * room);
      await page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
      await page.locator('.reading b').first().waitFor();
      expect(await page.locator('.reading b').first().textContent()).toBe(`Row ${row.seq}`);
      await page.mouse.click(box.x + box.width * share, box.y + box.height / 2);
      await page.locator('#detail[open] h3').first().waitFor();
      expect(await page.locator('#detail-title').textContent()).toBe(`Row ${row.seq} · delivery`);
    });
  });
});

describe.runIf(ABSENT === null)('other ledgers in the dashboard', () => {
  it('a single file of rows', async () => {
    const file = join(folder, 'rows.jsonl');
    const bodies: RowBody[] = Array.from({ length: 130 }, (_, at) => bodyFor(`single ${at}`));
    const files = ledgerFiles(chained(bodies), []);
    const text = [...files].filter(([path]) => path.startsWith('ledger/')).map(([, shard]) => shard);
    writeFiles(folder, new Map([['rows.jsonl', text.join('')]]));
    const ledger = await serve(file);
    ends.push(ledger.end);
    await look(ledger.url, LIGHT, async ({ page, complaints, foreign }) => {
      expect(await page.locator('h1').textContent()).toBe('130 rows verified');
      expect(await ask(page, COUNTS, Counts)).toMatchObject({ rows: 25, suites: 1 });
      expect([complaints, foreign]).toEqual([[], []]);
    });
  });

  it('the page from disk says how to open it', async () => {
    const page = join(import.meta.dirname, '..', '..', 'dist/cli/data/dashboard/index.html');
    if (browser === null) return expect.fail('the browser is open while tests run');
    const tab = await browser.newPage();
    await tab.goto(`file://${page}`);
    await tab.locator('#status.unverifiable').waitFor();
    expect(await tab.locator('#status').textContent()).toContain('operant dashboard');
    await tab.close();
    return undefined;
  });

  it('ends with 130 when it is interrupted', async () => {
    const ledger = await serve(join(folder, 'story'));
    expect(await ledger.end()).toBe(130);
  });
});

describe('the browser of these tests', () => {
  it('is there', ({ skip }) => {
    skip(ABSENT !== null, ABSENT ?? '');
    expect(browser?.version()).toMatch(/^\d+\./);
  });
});

/** The dashboard in a real browser: tampering, the keyboard, single rows, and every way to lie and to be served. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { branchPage } from '../../runner/dashboard-files.ts';
import { chained, ledgerFiles, writeFiles } from '../helpers/ledger-files.ts';
import { bodyFor } from '../helpers/rows.ts';
import { STORY_SUITES } from '../helpers/trend-rows.ts';
import { ROOT } from '../repo/tree.ts';
import { ABSENT, serve, serveStatic } from './setup/dashboard.ts';
import { ask, axe, counts, DARK, LIGHT, readNumbers, SCREENSHOTS, Stage, story } from './setup/dashboard-stage.ts';

const stage = new Stage();

describe.runIf(ABSENT === null)('the dashboard of a ledger that was tampered with', () => {
  it('shows the broken row in red, draws what comes before it, and nothing from it on', async () => {
    const bad = 57;
    const agent = { ...bodyFor('x').agent, name: 'forged' };
    const rows = story.map((row) => (row.seq === bad ? { ...row, agent } : row));
    const address = await stage.served('tampered', ledgerFiles(rows, STORY_SUITES));
    await stage.look(`${address}#all=1`, LIGHT, async ({ page, complaints, foreign }) => {
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
    await stage.look(await stage.served('cut', files), LIGHT, async ({ page }) => {
      expect(await page.locator('h1').textContent()).toBe('This ledger does not verify');
      expect(await page.getByRole('alert').textContent()).toContain('count_mismatch');
      expect(await counts(page)).toEqual({ rows: 1, suites: 0, canvases: 0 });
    });
  });
});

describe.runIf(ABSENT === null)('the dashboard by keyboard', () => {
  it('reaches filters, runs, rows and the dialog, and comes back to where it was', async () => {
    await stage.look(stage.url, LIGHT, async ({ page }) => {
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
    await stage.look(`${stage.url}#row=${moved.seq}`, LIGHT, async ({ page }) => {
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
    await stage.look(`${stage.url}#suite=delivery`, LIGHT, async ({ page }) => {
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
    const file = join(stage.folder, 'rows.jsonl');
    const bodies = Array.from({ length: 130 }, (_, at) => bodyFor(`single ${at}`));
    const files = ledgerFiles(chained(bodies), []);
    const text = [...files].filter(([path]) => path.startsWith('ledger/')).map(([, shard]) => shard);
    writeFiles(stage.folder, new Map([['rows.jsonl', text.join('')]]));
    const ledger = await serve(file);
    await stage.look(stage.until(ledger), LIGHT, async ({ page, complaints, foreign }) => {
      expect(await page.locator('h1').textContent()).toBe('130 rows verified');
      expect(await counts(page)).toMatchObject({ rows: 25, suites: 1 });
      expect([complaints, foreign]).toEqual([[], []]);
    });
  });

  it('a results branch as a static host serves it, with the page that was written there', async () => {
    const place = join(stage.folder, 'branch');
    const page = branchPage(join(ROOT, 'dist/cli/data')).map(({ path, text }) => [path, text ?? ''] as const);
    writeFiles(place, new Map([...ledgerFiles(story, STORY_SUITES), ...page]));
    const host = await serveStatic(place);
    await stage.look(stage.until(host), DARK, async ({ page: tab, complaints, foreign }) => {
      expect(await tab.locator('h1').textContent()).toBe(`${story.length} rows verified`);
      expect(await counts(tab)).toMatchObject({ rows: 25, suites: 2 });
      expect([complaints, foreign]).toEqual([[], []]);
    });
  });

  it('the page from disk says how to open it', async () => {
    const page = join(ROOT, 'dist/cli/data/dashboard/index.html');
    if (stage.browser === null) return expect.fail('the browser is open while tests run');
    const tab = await stage.browser.newPage();
    await tab.goto(`file://${page}`);
    await tab.locator('#status.unverifiable').waitFor();
    expect(await tab.locator('#status').textContent()).toContain('operant dashboard');
    await tab.close();
    return undefined;
  });

  it('ends with 130 when it is interrupted', async () => {
    const ledger = await serve(join(stage.folder, 'story'));
    expect(await ledger.end()).toBe(130);
  });
});

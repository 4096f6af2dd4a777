/** report.html and card.md in a real browser: what a reader sees, at desk and phone width, light and dark. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'marked';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { cardMarkdown } from '../../render/card-markdown.ts';
import { reportHtml } from '../../render/report-html.ts';
import { EXAMPLES, type Example, GOOD } from '../helpers/cards.ts';
import { HOSTILE_TEXTS } from '../helpers/hostile-texts.ts';
import { CLIPPED, CONTRASTS, CROWDED, LEFTOVERS, OVERFLOW } from '../helpers/page-probes.ts';
import { gateOf, reportOf } from '../helpers/report-factory.ts';
import { WORKFLOW_EXAMPLES } from '../helpers/workflow-reports.ts';

const BROWSER = '/usr/bin/chromium';
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const OPTIONS = {
  limitsUrl: 'https://example.org/docs/limits.md',
  reproduce: 'operant run --suite decision-core',
  maxChars: 60_000,
} as const;
const LOOKS = [
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 420, colorScheme: 'light' },
  { width: 420, colorScheme: 'dark' },
] as const;
type Look = (typeof LOOKS)[number];

const absent = existsSync(BROWSER) ? null : `not run: no browser at ${BROWSER}`;
let browser: Browser | null = null;
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'operant-report-'));
  if (absent === null) browser = await chromium.launch({ executablePath: BROWSER, args: FLAGS });
});

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Seen {
  readonly page: Page;
  readonly complaints: readonly string[];
  readonly requests: readonly string[];
}

/** Opens a page from disk and hands over what it complained about and asked for. */
async function look(html: string, { width, colorScheme }: Look, see: (seen: Seen) => Promise<void>): Promise<void> {
  if (browser === null) throw new Error('the browser is open while tests run');
  const file = join(folder, 'page.html');
  writeFileSync(file, html);
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  try {
    await page.goto(pathToFileURL(file).href);
    await see({
      page,
      complaints,
      requests: requests.filter((url) => url !== pathToFileURL(file).href && url !== 'data:,'),
    });
  } finally {
    await page.close();
  }
}

/** The answer of a page to a question, in the shape that is expected. */
async function ask<T>(page: Page, question: string, shape: z.ZodType<T>): Promise<T> {
  return shape.parse(await page.evaluate(question));
}

const pageOf = ({ reports, recordings }: Example): string => reportHtml(reports, recordings, OPTIONS);
const PAGES: readonly Example[] = [...EXAMPLES, ...WORKFLOW_EXAMPLES];
const views = PAGES.flatMap((example) => LOOKS.map((view) => ({ ...view, example, name: example.name })));

describe.runIf(absent === null)('report.html in Chromium', () => {
  it.each(views)(
    '$name at $width px, $colorScheme: quiet, offline, whole, verdict on the first screen',
    async ({ example, ...view }) => {
      await look(pageOf(example), view, async ({ page, complaints, requests }) => {
        expect(complaints).toEqual([]);
        expect(requests).toEqual([]);
        expect(await ask(page, OVERFLOW, z.number())).toBe(0);
        expect(await ask(page, CLIPPED, z.array(z.string()))).toEqual([]);
        expect(await ask(page, CROWDED, z.array(z.string()))).toEqual([]);
        const reason = await page.locator('.reason').boundingBox();
        expect((reason?.y ?? 900) + (reason?.height ?? 0)).toBeLessThan(600);
        expect(await page.locator('h1').isVisible()).toBe(true);
      });
    },
  );

  it('dark and light differ, and both have readable contrast', async () => {
    const contrasts: number[] = [];
    for (const view of [LOOKS[0], LOOKS[1]]) {
      for (const example of [{ name: 'pass', reports: [reportOf(GOOD)], recordings: [] }, ...WORKFLOW_EXAMPLES]) {
        await look(pageOf(example), view, async ({ page }) => {
          contrasts.push(...(await ask(page, CONTRASTS, z.array(z.number()))));
        });
      }
    }
    expect(contrasts.length).toBeGreaterThan(60);
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5);
  });

  it('hostile text in every field runs, loads and restyles nothing', async () => {
    const text = HOSTILE_TEXTS.filter((one) => one.length < 200).join(' ');
    const report = reportOf(
      GOOD.map((spec) => ({ ...spec, because: text, pair: `${spec.pair}${text}` })),
      { notes: [...HOSTILE_TEXTS], group: text, suite: { ...reportOf([]).suite, title: text }, gate: gateOf([], text) },
    );
    await look(
      reportHtml([report], [{ state: 'refused', ledger: text, code: 'x', message: text }], OPTIONS),
      LOOKS[2],
      async ({ page, complaints, requests }) => {
        expect(complaints).toEqual([]);
        expect(requests).toEqual([]);
        expect(await ask(page, OVERFLOW, z.number())).toBe(0);
        expect(await page.locator('script, img, iframe, h1 + h1, [onload], [onerror]').count()).toBe(0);
      },
    );
  });
});

describe.runIf(absent === null)('card.md in Chromium', () => {
  it.each(PAGES)(
    '$name holds its folds, tables and fences, and no picture or foreign link',
    async ({ reports, recordings }) => {
      const body = await parse(cardMarkdown(reports, recordings, OPTIONS), { gfm: true });
      await look(`<!doctype html><meta charset="utf-8">${body}`, LOOKS[0], async ({ page, complaints, requests }) => {
        expect([complaints, requests]).toEqual([[], []]);
        expect(await page.locator('h2').count()).toBe(1);
        expect(await page.locator('img, script, iframe').count()).toBe(0);
        const links = await page
          .locator('a')
          .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
        expect(links.filter((href) => !/^trials\/[\w.-]+\/report\.md$/.test(href))).toEqual([OPTIONS.limitsUrl]);
        expect(await ask(page, LEFTOVERS, z.number())).toBe(0);
      });
    },
  );
});

describe('the browser of these tests', () => {
  it('is there', ({ skip }) => {
    skip(absent !== null, absent ?? '');
    expect(browser?.version()).toMatch(/^\d+\./);
  });
});

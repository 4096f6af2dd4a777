/** What the dashboard's tests share: a story of a ledger that is served while they run, and ways to look at it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import * as z from 'zod';
import { ledgerFiles, writeFiles } from '../../helpers/ledger-files.ts';
import { STORY_SUITES, storyRows } from '../../helpers/trend-rows.ts';
import { ROOT } from '../../repo/tree.ts';
import { ABSENT, type Look, type Opened, open, type ServedLedger, serve, startBrowser } from './dashboard.ts';

export const LIGHT: Look = { width: 1280, colorScheme: 'light' };
export const DARK: Look = { width: 1280, colorScheme: 'dark' };
export const PHONE: Look = { width: 420, colorScheme: 'light' };

/** Where pictures of the pages are kept. */
export const SCREENSHOTS = join(ROOT, '.cache', 'screenshots');

/** The rows of the story. */
export const story = storyRows(60);

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The browser, the folder and the servers of one test file. */
export class Stage {
  /** Where the story is served. */
  url = '';
  folder = '';
  browser: Browser | null = null;
  private readonly servers: ServedLedger[] = [];

  constructor() {
    beforeAll(async () => {
      this.folder = mkdtempSync(join(tmpdir(), 'operant-dashboard-'));
      mkdirSync(SCREENSHOTS, { recursive: true });
      if (ABSENT !== null) return;
      this.browser = await startBrowser();
      this.url = await this.served('story', ledgerFiles(story, STORY_SUITES));
    });
    afterAll(async () => {
      await this.browser?.close();
      await Promise.all(this.servers.map((server) => server.end()));
      rmSync(this.folder, { recursive: true, force: true });
    });
  }

  /** Writes a ledger and serves it until the tests end. */
  async served(name: string, files: ReadonlyMap<string, string>): Promise<string> {
    writeFiles(join(this.folder, name), files);
    return this.until(await serve(join(this.folder, name)));
  }

  /** Ends a server when the tests end; gives its address. */
  until(server: ServedLedger): string {
    this.servers.push(server);
    return server.url;
  }

  /** Opens a page, hands it over, and closes it. */
  async look(address: string, how: Look, see: (opened: Opened) => Promise<void>): Promise<void> {
    if (this.browser === null) throw new Error('the browser is open while tests run');
    const opened = await open(this.browser, address, how);
    try {
      await see(opened);
    } finally {
      await opened.page.context().close();
    }
  }
}

/** The answer of a page to a question, in the shape that is expected. */
export async function ask<T>(page: Page, question: string, shape: z.ZodType<T>): Promise<T> {
  return shape.parse(await page.evaluate(question));
}

const Violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));

/** What axe finds wrong, as `rule: element`. */
export async function axe(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const found = await ask(page, 'axe.run().then(({ violations }) => violations)', Violations);
  return [...new Set(found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`)))];
}

const COUNTS = `({
  rows: document.querySelectorAll('.rows tbody tr').length,
  suites: document.querySelectorAll('.suite').length,
  canvases: document.querySelectorAll('canvas').length,
})`;
const Counts = z.object({ rows: z.number(), suites: z.number(), canvases: z.number() });

/** How many rows, suites and pictures stand on a page. */
export function counts(page: Page): Promise<z.infer<typeof Counts>> {
  return ask(page, COUNTS, Counts);
}

/** Every row of the number tables of all suites, page by page: the texts of its cells by its place in the ledger. */
export async function readNumbers(page: Page): Promise<ReadonlyMap<number, readonly string[]>> {
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

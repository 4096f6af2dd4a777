/** `operant dashboard` as a process, and a real browser that opens what it serves. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import * as z from 'zod';

const ROOT = join(import.meta.dirname, '..', '..', '..');
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
const Served = z.strictObject({ url: z.string(), ledger: z.string() });

/** Why the browser tests do not run; null when they do. */
export const ABSENT = existsSync(BROWSER) ? null : `not run: no browser at ${BROWSER}`;

/** Starts the browser. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: BROWSER, args: FLAGS });
}

/** A dashboard that a process serves. */
export interface ServedLedger {
  readonly url: string;
  /** Interrupts the process; resolves with its exit code. */
  readonly end: () => Promise<number | null>;
}

/** Runs `operant dashboard LEDGER --json` from the bundle, until it has said where it serves. */
export function serve(ledger: string, ...options: readonly string[]): Promise<ServedLedger> {
  const program = join(ROOT, 'dist/cli/operant.mjs');
  const child = spawn(process.execPath, [program, 'dashboard', ledger, '--json', ...options], { stdio: 'pipe' });
  let printed = '';
  let complained = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complained += chunk.toString('utf8');
  });
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`operant dashboard ended with ${code}: ${complained}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8');
      if (printed.endsWith('\n')) resolve({ url: Served.parse(JSON.parse(printed)).url, end: () => end(child) });
    });
  });
}

function end(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.on('exit', resolve);
    child.kill('SIGINT');
  });
}

/** The media types that a static host gives files by their endings. */
const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

/** Serves a folder as any static host does, GitHub Pages for one: no header of ours, and 404 for what is not there. */
export async function serveStatic(folder: string): Promise<ServedLedger> {
  const server = createServer((request, response) => {
    const name = request.url === '/' ? 'index.html' : (request.url ?? '').slice(1);
    readFile(join(folder, name)).then(
      (bytes) => {
        response.setHeader('Content-Type', TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream');
        response.end(bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    end: async () => {
      server.close();
      server.closeAllConnections();
      return null;
    },
  };
}

/** How a page is opened. */
export interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  /** How long the browser may busy itself with its new window before the page is asked for. */
  readonly settleMs?: number;
}

/** An opened page, with what it complained about and every address that it asked for. */
export interface Opened {
  readonly page: Page;
  readonly complaints: readonly string[];
  readonly foreign: readonly string[];
  /** From the start of the navigation until the page had verified everything and drawn its first picture. */
  readonly wallMs: number;
}

/** Keeps the longest time in milliseconds for which the page did not answer, in `longestTask`. */
const LONG_TASKS = `window.longestTask = 0; new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration);
}).observe({ type: 'longtask' })`;

/** The page has read everything, and has drawn its first picture or has nothing to draw. */
const READY =
  'html[data-state]:has(.suite canvas), html[data-state]:not(:has(.suite)), #status[aria-busy="false"].unverifiable';

/** Opens the dashboard and waits until it has verified the ledger and drawn it. */
export async function open(browser: Browser, url: string, look: Look): Promise<Opened> {
  const { width, colorScheme, settleMs = 0 } = look;
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(url).origin });
  const page = await context.newPage();
  await page.addInitScript(LONG_TASKS);
  const complaints: string[] = [];
  const foreign: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin && request.url() !== 'data:,')
      foreign.push(request.url());
  });
  await page.waitForTimeout(settleMs);
  const started = performance.now();
  await page.goto(url);
  await page.locator(READY).first().waitFor({ state: 'attached', timeout: 120_000 });
  return { page, complaints, foreign, wallMs: performance.now() - started };
}

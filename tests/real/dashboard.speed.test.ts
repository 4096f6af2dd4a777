/** Ten thousand rows in a real browser: how long a reader waits, and whether the page answers meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { chained, ledgerFiles, writeFiles } from '../helpers/ledger-files.ts';
import { bodyFor, suiteRecord } from '../helpers/rows.ts';
import { ABSENT, open, type ServedLedger, serve, startBrowser } from './setup/dashboard.ts';

const ROWS = 10_000;
const ATTEMPTS = 5;
const LIMIT_MS = 2_000;
const LONGEST_TASK_MS = 400;
const BUSY_MS = 400;
/** A new window of Chromium loads pages of its own, which would take the time of half a dashboard. */
const SETTLE_MS = 1_500;

let browser: Browser | null = null;
let served: ServedLedger | null = null;
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'operant-dashboard-'));
  if (ABSENT !== null) return;
  browser = await startBrowser();
  const start = Date.parse('2024-01-01T00:00:00.000Z');
  const bodies = Array.from({ length: ROWS }, (_, at) =>
    bodyFor(`many ${at}`, { startedAt: new Date(start + at * 3_600_000).toISOString() }),
  );
  writeFiles(folder, ledgerFiles(chained(bodies), [suiteRecord()]));
  served = await serve(folder);
});

afterAll(async () => {
  await browser?.close();
  await served?.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Keeps a processor busy until its message comes, and then says so. */
const BUSY = `
const { parentPort, workerData } = require('node:worker_threads');
const end = performance.now() + workerData;
let x = 1;
while (performance.now() < end) for (let i = 0; i < 10000; i++) x = Math.imul(x, 31) + i;
parentPort.postMessage(x);
`;

/**
 * The share of its processors that this machine gives right now to a program that could use two of them; 1 when it has
 * nothing else to do. The page keeps two busy while it verifies.
 */
async function share(): Promise<number> {
  const threads = Math.min(2, availableParallelism());
  const [wall, cpu] = [performance.now(), process.cpuUsage()];
  const busy = Array.from({ length: threads }, () => new Worker(BUSY, { eval: true, workerData: BUSY_MS }));
  await Promise.all(busy.map((worker) => new Promise((resolve) => worker.once('exit', resolve))));
  const { user, system } = process.cpuUsage(cpu);
  return Math.min(1, (user + system) / 1000 / (performance.now() - wall) / threads);
}

interface Attempt {
  readonly wallMs: number;
  readonly longestMs: number;
  /** The larger of the shares before and after, which is the stricter. */
  readonly share: number;
}

async function attempt(): Promise<Attempt> {
  if (browser === null || served === null) throw new Error('the browser is open while tests run');
  const look = { width: 1280, colorScheme: 'light', settleMs: SETTLE_MS } as const;
  const before = await share();
  const { page, wallMs, complaints } = await open(browser, served.url, look);
  const after = await share();
  expect(complaints).toEqual([]);
  expect(await page.locator('h1').textContent()).toBe('10,000 rows verified');
  const longestMs = z.number().parse(await page.evaluate('window.longestTask'));
  await page.context().close();
  return { wallMs, longestMs, share: Math.max(before, after) };
}

describe.runIf(ABSENT === null)('the dashboard of 10,000 rows', () => {
  it('opens in under 2 s of a machine that has nothing else to do, and answers all the while', async () => {
    const attempts: Attempt[] = [];
    for (let n = 0; n < ATTEMPTS; n++) attempts.push(await attempt());
    const told = attempts.map(({ wallMs, longestMs, share: part }) =>
      [wallMs, longestMs, part * 100].map(Math.round).join(' ms, longest task / share % '),
    );
    console.log(`10,000 rows: ${told.join(' | ')}`);
    expect(Math.min(...attempts.map((one) => one.wallMs * one.share))).toBeLessThan(LIMIT_MS);
    expect(Math.min(...attempts.map((one) => one.longestMs * one.share))).toBeLessThan(LONGEST_TASK_MS);
  });
});

describe('the browser of these tests', () => {
  it('is there', ({ skip }) => {
    skip(ABSENT !== null, ABSENT ?? '');
    expect(browser?.version()).toMatch(/^\d+\./);
  });
});

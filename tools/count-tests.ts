/** `tsx tools/count-tests.ts FILE…`: sums the counts of vitest's JSON reports and prints `passed failed skipped`. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';

/** The part of vitest's JSON report that counts. */
const TestReport = z.object({
  success: z.boolean(),
  numPassedTests: z.int().min(0),
  numFailedTests: z.int().min(0),
  numPendingTests: z.int().min(0),
  numTodoTests: z.int().min(0),
});

/** Tests by how they ended. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * The counts of one report. A report that cannot be read, or that is not a success although it counts no failed test
 * (a file that did not load), is one failure.
 */
export function countTests(text: string | null): TestCounts {
  const report = TestReport.safeParse(parsed(text));
  if (!report.success) return { passed: 0, failed: 1, skipped: 0 };
  const { success, numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report.data;
  const failed = !success && numFailedTests === 0 ? 1 : numFailedTests;
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const counts = process.argv.slice(2).map((path) => countTests(readOrNull(path)));
  const sum = (key: keyof TestCounts): number => counts.reduce((total, count) => total + count[key], 0);
  console.log(`${sum('passed')} ${sum('failed')} ${sum('skipped')}`);
}

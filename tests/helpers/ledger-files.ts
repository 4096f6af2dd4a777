/** The files of a ledger, made from rows at once: appending thousands one after another would take minutes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { link, rowLine } from '../../bench-results/chain.ts';
import { executionsText } from '../../bench-results/executions.ts';
import { genesis } from '../../bench-results/receipt.ts';
import { canonical } from '../../records/canonical-json.ts';
import {
  checkpointText,
  executionsFile,
  executionsLine,
  headOf,
  SHARD_ROWS,
  shardFile,
  suiteFile,
} from '../../records/ledger.ts';
import type { Row, RowBody, SuiteRecord } from '../../records/row.ts';
import { ORIGIN } from './rows.ts';

/** The files of a ledger that holds these rows; badges and README.md left out. */
export function ledgerFiles(rows: readonly Row[], suites: readonly SuiteRecord[]): Map<string, string> {
  const files = new Map<string, string>();
  for (let first = 0; first < rows.length; first += SHARD_ROWS) {
    files.set(
      shardFile(first),
      rows
        .slice(first, first + SHARD_ROWS)
        .map(rowLine)
        .join(''),
    );
  }
  for (const suite of suites) files.set(suiteFile(suite.digest), `${canonical(suite)}\n`);
  for (const [path, lines] of indexOf(rows)) files.set(path, executionsText(lines));
  const last = rows.at(-1);
  if (last === undefined) return files;
  files.set('HEAD.json', `${canonical(headOf(rows.length, last.receipt))}\n`);
  files.set('checkpoint', checkpointText({ origin: ORIGIN, count: rows.length, head: last.receipt }));
  return files;
}

/** The lines of the index of executions, by file. */
function indexOf(rows: readonly Row[]): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const { executionDigest, seq } of rows) {
    const path = executionsFile(executionDigest);
    const lines = index.get(path) ?? [];
    lines.push(executionsLine(executionDigest, seq));
    index.set(path, lines);
  }
  return index;
}

/** A chain of bodies. */
export function chained(bodies: readonly RowBody[]): Row[] {
  const rows: Row[] = [];
  for (const body of bodies) rows.push(link(body, rows.length, rows.at(-1)?.receipt ?? genesis(ORIGIN)));
  return rows;
}

/** Writes files into a folder. */
export function writeFiles(folder: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Ledgers of many synthetic rows, made in little time: one row is written once, and the chain is put into its line. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { link, rowLine } from '../../bench-results/chain.ts';
import { executionsText } from '../../bench-results/executions.ts';
import { genesis } from '../../bench-results/receipt.ts';
import { canonical } from '../../records/canonical-json.ts';
import { sha256Hex } from '../../records/digest.ts';
import { checkpointText, executionsFile, executionsLine, headOf, shardFile, suiteFile } from '../../records/ledger.ts';
import { bodyFor, digestFor, ORIGIN, suiteRecord } from './rows.ts';

/** The execution digest of a row of a big ledger. */
export function bigExecution(seq: number): string {
  return digestFor(`big ${seq}`);
}

/**
 * The lines of a sound ledger of `count` rows, with the receipt of each. `tasks` sets the size of a row; `first` and
 * `after` make it the continuation of a ledger.
 */
export function* bigLines(
  count: number,
  tasks = 4,
  first = 0,
  after: string | null = null,
): Generator<{ readonly line: string; readonly receipt: string }> {
  const row = link(bodyFor('big', {}, tasks), 0, genesis(ORIGIN));
  const whole = rowLine(row);
  const member = `"receipt":"${row.receipt}",`;
  const [a = '', rest = ''] = whole.split(row.executionDigest);
  const [b = '', rest2 = ''] = rest.split(row.previous);
  const [c = '', rest3 = ''] = rest2.split(member);
  const [d = '', e = ''] = rest3.split('"seq":0');
  let previous: string = after ?? row.previous;
  for (let seq = first; seq < count; seq++) {
    const start = `${a}${bigExecution(seq)}${b}${previous}${c}`;
    const end = `${d}"seq":${seq}${e}`;
    const receipt = `receipt:${sha256Hex(`operant.row/v1\n${start}${end.slice(0, -1)}`)}`;
    yield { line: `${start}"receipt":"${receipt}",${end}`, receipt };
    previous = receipt;
  }
}

/** All files of a ledger of `count` rows. */
export function bigFiles(count: number, tasks = 4): Map<string, string> {
  const files = new Map<string, string>();
  let shard: string[] = [];
  let head = '';
  let seq = 0;
  for (const { line, receipt } of bigLines(count, tasks)) {
    shard.push(line);
    head = receipt;
    if (++seq % 100 === 0 || seq === count) {
      files.set(shardFile(seq - 1), shard.join(''));
      shard = [];
    }
  }
  for (const [name, lines] of indexOf(count)) files.set(name, executionsText(lines));
  const suite = suiteRecord(tasks);
  files.set(suiteFile(suite.digest), `${canonical(suite)}\n`);
  files.set('README.md', 'Synthetic rows.\n');
  files.set('checkpoint', checkpointText({ origin: ORIGIN, count, head }));
  files.set('HEAD.json', `${canonical(headOf(count, head))}\n`);
  return files;
}

/**
 * The files of a ledger of `count` rows of which only the first and the last shard are real. All others hold no rows:
 * an append does not read them, and makes an error of it where it does.
 */
export function gappedFiles(count: number): Map<string, string> {
  const files = bigFiles(100);
  const lastFirst = Math.floor((count - 1) / 100) * 100;
  const last = [...bigLines(count, 4, lastFirst, `receipt:${sha256Hex('not read')}`)];
  const head = last.at(-1)?.receipt ?? '';
  for (let seq = 100; seq < lastFirst; seq += 100) files.set(shardFile(seq), 'not read\n');
  files.set(shardFile(count - 1), last.map(({ line }) => line).join(''));
  for (const [name, lines] of indexOf(count)) files.set(name, executionsText(lines));
  files.set('checkpoint', checkpointText({ origin: ORIGIN, count, head }));
  files.set('HEAD.json', `${canonical(headOf(count, head))}\n`);
  return files;
}

/** The lines of the index files of `count` rows. */
function indexOf(count: number): Map<string, string[]> {
  const index = new Map<string, string[]>();
  for (let seq = 0; seq < count; seq++) {
    const name = executionsFile(bigExecution(seq));
    const lines = index.get(name) ?? [];
    lines.push(executionsLine(bigExecution(seq), seq));
    index.set(name, lines);
  }
  return index;
}

/** Writes the files into a directory. */
export function writeFiles(path: string, files: ReadonlyMap<string, string>): void {
  for (const [name, text] of files) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
}

/** Makes a bare repository, which serves parts of itself as hosts do. */
export function bareRepository(path: string): string {
  const git = (...args: string[]) => execFileSync('git', ['-C', path, ...args], { env: gitTestEnv() });
  execFileSync('git', ['init', '--quiet', '--bare', path], { env: gitTestEnv() });
  git('config', 'uploadpack.allowFilter', 'true');
  git('config', 'receive.denyNonFastForwards', 'true');
  git('config', 'gc.auto', '0');
  return path;
}

/** Puts files on a branch of a bare repository, in one commit; on top of what is there when told to grow. */
export function commitFiles(
  repository: string,
  files: ReadonlyMap<string, string>,
  ref = 'refs/heads/bench-results',
  grow = false,
): void {
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const parts = [`commit ${ref}\ncommitter Test <test@localhost> 1700000000 +0000\n${data('Synthetic rows')}`];
  if (grow) parts.push(`from ${ref}^0\n`);
  for (const [name, text] of files) parts.push(`M 100644 inline ${name}\n${data(text)}`);
  execFileSync('git', ['-C', repository, 'fast-import', '--quiet'], { input: parts.join(''), env: gitTestEnv() });
}

/** An environment in which git has no configuration but the repository's. */
export function gitTestEnv(): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: '/nonexistent',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    LC_ALL: 'C',
    GIT_AUTHOR_NAME: 'Test',
    GIT_AUTHOR_EMAIL: 'test@localhost',
    GIT_COMMITTER_NAME: 'Test',
    GIT_COMMITTER_EMAIL: 'test@localhost',
  };
}

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bigFiles, writeFiles } from '../helpers/big-ledger.ts';
import { temporaryFolder } from '../helpers/temp.ts';
import { attack, everythingBelow, expectContained } from './helpers/attack.ts';
import { type BaseRun, baseRun, linkedCopy } from './helpers/base-run.ts';
import { before, content, INVALID_UTF8, JSON_SPOILS, NO_FILE, type Spoil, some, TELLING } from './helpers/spoil.ts';

const HERE = temporaryFolder();
const SHARD = 'ledger/000000.jsonl';
const FILES = bigFiles(3);

interface Hostile {
  readonly name: string;
  readonly file: string;
  readonly spoil: Spoil;
  /** Whether the ledger is the shard alone, as a .jsonl file. */
  readonly alone?: boolean;
}

/** Changes the second row only: what stands before and after it is sound. */
function secondRow(change: (row: string) => string): Spoil {
  return content((valid) => {
    const [first = '', row = '', third = ''] = valid.split('\n');
    return `${[first, change(row), third].join('\n')}\n`;
  });
}

const inside = (text: string) => (row: string) => row.replace('{', `{${text},`);

/** Rows that two readers could read differently, or not at all. */
const ROWS: Readonly<Record<string, Spoil>> = {
  'a key twice': secondRow(inside('"seq":7')),
  'a key twice, once escaped': secondRow(inside('"\\u0073eq":7')),
  'a space': secondRow((row) => row.replace(':', ': ')),
  'an escape that is not needed': secondRow((row) => row.replace('owner/repository', 'owner\\/repository')),
  'a fraction': secondRow((row) => row.replace('"toolCalls":7', '"toolCalls":7.0')),
  'an exponent': secondRow((row) => row.replace('"toolCalls":7', '"toolCalls":7e0')),
  'minus nothing': secondRow((row) => row.replace('"toolCalls":7', '"toolCalls":-0')),
  'a number beyond the safe ones': secondRow((row) => row.replace('"toolCalls":7', '"toolCalls":9007199254740993')),
  'a number beyond all bounds': secondRow((row) => row.replace('"toolCalls":7', '"toolCalls":1e400')),
  NaN: secondRow((row) => row.replace('"toolCalls":7', '"toolCalls":NaN')),
  __proto__: secondRow(inside('"__proto__":{"polluted":true}')),
  'half a character': secondRow(inside('"note":"\\ud800"')),
  'keys in another order': secondRow((row) => row.replace(/^\{("agent":\{.*?\}),("catalog":[^,]*),/, '{$2,$1,')),
  'a better verdict': secondRow((row) => row.replace('"accepted":4', '"accepted":5')),
  'nested 100,000 deep': secondRow(inside(`"x":${'['.repeat(100_000)}${']'.repeat(100_000)}`)),
  'a row of 20 megabytes': secondRow(inside(`"x":"${'y'.repeat(20_000_000)}"`)),
  'a carriage return': secondRow((row) => `${row}\r`),
  'a blank line': secondRow((row) => `${row}\n`),
  'two rows on a line': content((valid) => valid.replace('\n', '')),
  'a row cut by a killed writer': content((valid) => valid.slice(0, -20)),
  'no line break at the end': content((valid) => valid.slice(0, -1)),
  'a row less in the middle': secondRow(() => ''),
  'a byte order mark': content((valid) => `\uFEFF${valid}`),
  'a line separator inside': secondRow(inside('"note":"\u2028"')),
  noise: content(() => Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7919 + (at >> 3)) % 256)),
  'two hundred megabytes of one line': (path) => {
    content(() => 'x')(path);
    truncateSync(path, 200 * 1024 ** 2);
  },
  'a million blank lines': content(() => '\n'.repeat(1_000_000)),
  empty: content(() => ''),
  ...Object.fromEntries(
    Object.entries(INVALID_UTF8).map(([name, bytes]) => [`not UTF-8: ${name}`, content(before('owner', bytes))]),
  ),
};

function on(file: string, spoils: Readonly<Record<string, Spoil>>, alone = false): readonly Hostile[] {
  return Object.entries(spoils).map(([name, spoil]) => ({ name, file, spoil, alone }));
}

/** What stands for all that is no file, where one reader reads several places. */
const ODD = ['a folder', 'a FIFO that nobody writes to', 'a sparse file of 1 GiB'];
const PENDING = (path: string) => JSON.stringify({ schema: 'operant.pending/v1', files: [{ path, text: 'owned' }] });
const climbing = ['../owned', '/tmp/owned', 'ledger/../../owned', 'ledger\\..\\..\\owned', 'HEAD.json/../../owned'];

const CASES: readonly Hostile[] = [
  ...on(SHARD, ROWS),
  ...on(SHARD, NO_FILE),
  ...on(
    SHARD,
    { ...some(ROWS, ['a key twice', 'a row of 20 megabytes']), ...some(NO_FILE, ODD), empty: content(() => '{}\n') },
    true,
  ),
  ...on('HEAD.json', { ...NO_FILE, ...some(JSON_SPOILS, [...TELLING, 'empty', 'null', 'another schema version']) }),
  ...on('checkpoint', {
    ...some(NO_FILE, ODD),
    empty: content(() => ''),
    'another count': content((valid) => valid.replace('\n3\n', '\n4\n')),
    'a megabyte of lines': content(() => 'x\n'.repeat(500_000)),
  }),
  ...on([...FILES.keys()].find((name) => name.startsWith('executions/')) ?? '', {
    ...some(NO_FILE, ODD),
    empty: content(() => ''),
    gone: (path) => rmSync(path),
    'another row': content((valid) => valid.replace(/ \d+\n$/, ' 9\n')),
  }),
  ...on('pending.json', {
    ...some(NO_FILE, ODD),
    empty: (path) => writeFileSync(path, ''),
    'nested 1,000,000 deep': (path) => writeFileSync(path, '['.repeat(1_000_000)),
    ...Object.fromEntries(
      climbing.map((target) => [
        `a path that climbs: ${target}`,
        (path: string) => writeFileSync(path, PENDING(target)),
      ]),
    ),
  }),
];

let made = 0;

function soundLedger(): string {
  const folder = join(HERE, `ledger-${made++}`, 'results');
  mkdirSync(folder, { recursive: true });
  writeFiles(folder, FILES);
  return folder;
}

describe('a hostile ledger, verified', () => {
  it('is told from a sound one', async () => {
    const ledger = soundLedger();
    const ended = await attack(['verify', ledger], { cwd: HERE });
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
  });

  it.concurrent.each(CASES)('$file (alone: $alone): $name', { timeout: 120_000 }, async ({ file, spoil, alone }) => {
    const ledger = soundLedger();
    const only = join(ledger, '..', 'rows.jsonl');
    if (alone) renameSync(join(ledger, SHARD), only);
    spoil(alone ? only : join(ledger, file));
    const outside = join(ledger, '..');
    const standing = everythingBelow(outside);
    const ended = await attack(['verify', alone ? only : ledger, '--rows'], { cwd: HERE });
    expectContained(ended, [2, 64]);
    expect(`${ended.stdout}${ended.stderr}`.trim()).not.toBe('');
    expect(ended.stdout).not.toContain('✔');
    expect(everythingBelow(outside)).toEqual(standing);
    expect(existsSync('/tmp/owned')).toBe(false);
  });

  it.concurrent.each([
    'git:ext::sh -c "touch owned"#bench-results',
    'git:--upload-pack=touch owned#bench-results',
    'git:-c core.sshCommand=touch#bench-results',
    `git:file://${HERE}/nowhere#bench-results`,
    `git:${HERE}/nowhere#--all`,
    `git:${HERE}/nowhere#../../heads/x`,
    'git:#bench-results',
    '/dev/zero',
    '/dev/null',
    '/etc/passwd',
    `${'x'.repeat(5000)}.jsonl`,
    'nowhere\u001b[2J.jsonl',
    '',
  ])('the place %j', { timeout: 120_000 }, async (place) => {
    const ended = await attack(['verify', place], { cwd: HERE });
    expectContained(ended, [2, 64]);
    expect(ended.stdout).not.toContain('✔');
    expect(existsSync(join(HERE, 'owned'))).toBe(false);
  });
});

describe('a hostile ledger, appended to', () => {
  let base: BaseRun;
  beforeAll(async () => {
    mkdirSync(join(HERE, 'base'));
    base = await baseRun(join(HERE, 'base'));
  }, 60_000);

  const chosen = (file: string, names: readonly string[]) =>
    CASES.filter((one) => one.file === file && names.includes(one.name) && !one.alone);
  const appended = [
    ...chosen(SHARD, ['a better verdict', 'a row cut by a killed writer', 'a FIFO that nobody writes to']),
    ...chosen('HEAD.json', ['nested 100,000 deep', 'a FIFO that nobody writes to']),
    ...chosen('checkpoint', ['another count']),
    ...CASES.filter(({ file, name }) => file === 'pending.json' && name !== 'a folder'),
  ];

  it.concurrent.each(appended)('$file: $name', { timeout: 120_000 }, async ({ file, spoil }) => {
    const ledger = soundLedger();
    spoil(join(ledger, file));
    const outside = join(ledger, '..');
    const standing = everythingBelow(outside);
    const run = linkedCopy(base.runDir, join(HERE, `run-${made++}`));
    const ended = await attack(['report', run, '--append', ledger, '--json'], { cwd: HERE });
    // The verdict stands; that it could not be recorded is told, and what could not be recorded is kept.
    expectContained(ended, [0, 2, 3]);
    expect(ended.code).not.toBe(0);
    expect(ended.stdout).not.toContain('"state": "recorded"');
    if (ended.stdout.includes('"unrecorded"'))
      expect(readFileSync(join(run, 'unrecorded-row.json'), 'utf8')).toContain('operant.row/v1');
    expect(everythingBelow(outside)).toEqual(standing);
  });
});

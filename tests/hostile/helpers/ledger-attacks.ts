/** Ledgers that another person could leave, each with one hostile thing in it. */
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { bigFiles } from '../../helpers/big-ledger.ts';
import { before, content, INVALID_UTF8, JSON_SPOILS, NO_FILE, type Spoil, some, TELLING } from './spoil.ts';

export const SHARD = 'ledger/000000.jsonl';
/** The files of a sound ledger of three rows. */
export const FILES = bigFiles(3);

export interface Hostile {
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

export const LEDGER_ATTACKS: readonly Hostile[] = [
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

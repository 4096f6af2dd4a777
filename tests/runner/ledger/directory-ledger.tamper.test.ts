import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { headOf } from '../../../records/ledger.ts';
import { openLedger } from '../../../runner/ledger/open.ts';
import { bigFiles, writeFiles } from '../../helpers/big-ledger.ts';
import { bodyFor, contextFor } from '../../helpers/rows.ts';
import { temporaryFolder } from '../../helpers/temp.ts';

const folder = temporaryFolder();
let made = 0;
const fresh = () => join(folder, `ledger-${made++}`);

describe('DirectoryLedger: tampering with its files', () => {
  const sound = join(folder, 'sound');

  beforeAll(() => writeFiles(sound, bigFiles(201)));

  const edit = (name: string, change: (text: string) => string) => (path: string) => {
    const before = readFileSync(join(path, name), 'utf8');
    const after = change(before);
    if (after === before) throw new Error('nothing was changed');
    writeFileSync(join(path, name), after);
  };
  const index = (path: string) => join('executions', readdirSync(join(path, 'executions'))[0] ?? '');
  const head = (path: string) => readFileSync(join(path, 'HEAD.json'), 'utf8');

  it.each<[string, (path: string) => void, string, number | null, 'refused' | 'recorded']>([
    [
      'two shards swapped',
      (path) => {
        renameSync(join(path, 'ledger/000000.jsonl'), join(path, 'ledger/x'));
        renameSync(join(path, 'ledger/000001.jsonl'), join(path, 'ledger/000000.jsonl'));
        renameSync(join(path, 'ledger/x'), join(path, 'ledger/000001.jsonl'));
      },
      'chain_broken',
      0,
      'recorded',
    ],
    [
      'a shard deleted in the middle',
      (path) => rmSync(join(path, 'ledger/000001.jsonl')),
      'chain_broken',
      100,
      'refused',
    ],
    ['the last shard deleted', (path) => rmSync(join(path, 'ledger/000002.jsonl')), 'count_mismatch', null, 'refused'],
    [
      'an empty shard added',
      (path) => writeFileSync(join(path, 'ledger/000003.jsonl'), ''),
      'not_canonical',
      null,
      'refused',
    ],
    [
      'a row moved to the shard before',
      (path) => {
        const [first = '', ...rest] = readFileSync(join(path, 'ledger/000001.jsonl'), 'utf8').split(/(?<=\n)/);
        writeFileSync(join(path, 'ledger/000000.jsonl'), first, { flag: 'a' });
        writeFileSync(join(path, 'ledger/000001.jsonl'), rest.join(''));
      },
      'not_canonical',
      null,
      'recorded',
    ],
    [
      'a shard that ends within a line',
      (path) => {
        const text = readFileSync(join(path, 'ledger/000000.jsonl'), 'utf8');
        const rest = readFileSync(join(path, 'ledger/000001.jsonl'), 'utf8');
        writeFileSync(join(path, 'ledger/000000.jsonl'), text.slice(0, -20));
        writeFileSync(join(path, 'ledger/000001.jsonl'), text.slice(-20) + rest);
      },
      'torn_tail',
      99,
      'recorded',
    ],
    ['the last row cut', edit('ledger/000002.jsonl', () => ''), 'count_mismatch', null, 'refused'],
    [
      'a row edited in an older shard',
      edit('ledger/000000.jsonl', (text) => text.replace('"toolCalls":7', '"toolCalls":8')),
      'receipt_mismatch',
      0,
      'recorded',
    ],
    [
      'a head that counts less',
      (path) => writeFileSync(join(path, 'HEAD.json'), JSON.stringify(headOf(200, JSON.parse(head(path)).head))),
      'count_mismatch',
      null,
      'refused',
    ],
    ['no head', (path) => rmSync(join(path, 'HEAD.json')), 'head_mismatch', null, 'refused'],
    ['a head that is none', edit('HEAD.json', () => '{}'), 'head_mismatch', null, 'refused'],
    ['no checkpoint', (path) => rmSync(join(path, 'checkpoint')), 'head_mismatch', null, 'refused'],
    [
      'a checkpoint of another origin',
      edit('checkpoint', (text) => text.replace('example.test/', 'other.test/')),
      'chain_broken',
      0,
      'recorded',
    ],
    [
      'an execution taken out of the index',
      (path) => edit(index(path), (text) => text.replace(/^.*\n/, ''))(path),
      'index_mismatch',
      null,
      'recorded',
    ],
    ['an index file deleted', (path) => rmSync(join(path, index(path))), 'index_mismatch', null, 'recorded'],
    [
      'an index file for nothing',
      (path) => writeFileSync(join(path, 'executions/zz'), ''),
      'index_mismatch',
      null,
      'recorded',
    ],
    [
      'an index entry that points elsewhere',
      (path) => edit(index(path), (text) => text.replace(/ \d+\n/, ' 3\n'))(path),
      'index_mismatch',
      null,
      'recorded',
    ],
  ])('%s', async (_, tamper, code, row, append) => {
    const path = fresh();
    cpSync(sound, path, { recursive: true });
    tamper(path);
    const result = await openLedger(path).verify();
    expect(result).toMatchObject({ ok: false, code, row });
    if (row !== null && !result.ok) expect(result.place).toContain(`ledger/00000${Math.floor(row / 100)}.jsonl`);
    await expect(openLedger(path).read()).rejects.toMatchObject({ name: 'EvidenceError', code });
    // An append verifies the end only; what it cannot see, verify finds.
    const outcome = await openLedger(path).append(bodyFor('one more'), contextFor());
    expect(outcome.kind).toBe(append);
    if (outcome.kind === 'refused') expect(outcome.refusal.code).toBe('chain_broken');
  });
});

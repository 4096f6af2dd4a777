import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLedger } from '../../../runner/ledger/open.ts';
import { bareRepository, bigFiles, commitFiles } from '../../helpers/big-ledger.ts';
import { history } from '../../helpers/git-facts.ts';
import { bodyFor, contextFor } from '../../helpers/rows.ts';
import { temporaryFolder } from '../../helpers/temp.ts';

const folder = temporaryFolder();
let made = 0;
const fresh = () => bareRepository(join(folder, `results-${made++}.git`));
const open = (path: string, env: Record<string, string> = {}) =>
  openLedger(`git:${path}`, { budgetMs: 20_000, env: { PATH: process.env['PATH'], TMPDIR: folder, ...env } });

describe('GitLedger: tampering on the branch', () => {
  const sound = bigFiles(120);
  it.each<[string, (files: Map<string, string>) => void, string, number | null]>([
    [
      'an edited row of the last shard',
      (files) =>
        files.set(
          'ledger/000001.jsonl',
          files.get('ledger/000001.jsonl')?.replace('"toolCalls":7', '"toolCalls":8') ?? '',
        ),
      'receipt_mismatch',
      100,
    ],
    [
      'a cut last shard',
      (files) => files.set('ledger/000001.jsonl', files.get('ledger/000001.jsonl')?.replace(/[^\n]*\n$/, '') ?? ''),
      'count_mismatch',
      null,
    ],
    [
      'a torn last shard',
      (files) => files.set('ledger/000001.jsonl', files.get('ledger/000001.jsonl')?.slice(0, -9) ?? ''),
      'torn_tail',
      119,
    ],
    [
      'a newer schema',
      (files) =>
        files.set(
          'ledger/000001.jsonl',
          files.get('ledger/000001.jsonl')?.replace('operant.row/v1', 'operant.row/v2') ?? '',
        ),
      'unknown_schema',
      100,
    ],
    ['a foreign shard', (files) => files.set('ledger/000001.jsonl', 'not rows\n'), 'not_canonical', 100],
    ['no head', (files) => files.delete('HEAD.json'), 'head_mismatch', null],
    ['a missing shard', (files) => files.delete('ledger/000000.jsonl'), 'chain_broken', 0],
  ])('%s is named, and no row goes on top', async (_, tamper, code, row) => {
    const files = new Map(sound);
    tamper(files);
    const path = fresh();
    commitFiles(path, files);
    expect(await open(path).verify()).toMatchObject({ ok: false, code, row });
    const outcome = await open(path).append(bodyFor('a'), contextFor());
    expect(outcome).toMatchObject({
      kind: 'refused',
      refusal: { code: 'chain_broken', message: expect.stringContaining(code) },
    });
    expect(history(path)).toHaveLength(1);
  });
});

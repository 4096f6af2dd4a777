import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../../records/digest.ts';
import { EvidenceIndex } from '../../records/trial.ts';
import { runTool } from '../../runner/process.ts';
import { indexDigest, indexOf, verifiedIndex, writeIndex } from '../../runner/trial-files.ts';
import { temporaryFolder } from '../repo/tree.ts';
import { write } from './setup.ts';

const FILES = {
  'trial.json': '{}',
  'prompt.txt': 'do it',
  'stdout.raw': 'out',
  'stderr.raw': '',
  'guards.json': '{}',
  'native/sessions/a.jsonl': '{}\n',
  'native/sessions/report.md': 'kept as evidence',
};

const DERIVED = {
  'result.json': '{}',
  'final.txt': 'x',
  'report.md': '#',
  'trace.json': '{}',
  'regraded-1.json': '{}',
};

function trial(): string {
  const folder = temporaryFolder();
  write(folder, { ...FILES, ...DERIVED });
  return folder;
}

describe('writeIndex', () => {
  it('lists every evidence file with size, digest and origin, sorted, and nothing that is derived', () => {
    const folder = trial();
    const index = writeIndex(folder, 't', 2);
    expect(EvidenceIndex.parse(index)).toEqual(index);
    expect(index.files.map(({ path, origin }) => `${path} ${origin}`)).toEqual([
      'guards.json guard',
      'native/sessions/a.jsonl harness',
      'native/sessions/report.md harness',
      'prompt.txt runner',
      'stderr.raw harness',
      'stdout.raw harness',
      'trial.json runner',
    ]);
    expect(index.files.find(({ path }) => path === 'prompt.txt')).toMatchObject({ size: 5, digest: digestOf('do it') });
    expect(verifiedIndex(folder)).toEqual(index);
  });

  it('reads large files in pieces', () => {
    const folder = trial();
    truncateSync(join(folder, 'stdout.raw'), 3_000_001);
    const index = indexOf(folder, 't', 1);
    const bytes = Buffer.concat([Buffer.from('out'), Buffer.alloc(3_000_001 - 3)]);
    expect(index.files.find(({ path }) => path === 'stdout.raw')).toMatchObject({
      size: bytes.length,
      digest: digestOf(bytes),
    });
  });
});

describe('indexDigest', () => {
  it('changes with every byte of evidence, with the trial and the execution, and with nothing else', () => {
    const folder = trial();
    const digest = indexDigest(indexOf(folder, 't', 1));
    expect(indexDigest(indexOf(folder, 'u', 1))).not.toBe(digest);
    expect(indexDigest(indexOf(folder, 't', 2))).not.toBe(digest);
    writeFileSync(join(folder, 'report.md'), 'another report');
    expect(indexDigest(indexOf(folder, 't', 1))).toBe(digest);
    writeFileSync(join(folder, 'stdout.raw'), 'ouT');
    expect(indexDigest(indexOf(folder, 't', 1))).not.toBe(digest);
  });
});

describe('verifiedIndex', () => {
  it.each<[string, (folder: string) => unknown, readonly string[]]>([
    ['a byte that changed', (folder) => writeFileSync(join(folder, 'stdout.raw'), 'ouT'), ['stdout.raw was changed']],
    ['a byte that was added', (folder) => appendFileSync(join(folder, 'stderr.raw'), 'x'), ['stderr.raw was changed']],
    ['a file that was emptied', (folder) => truncateSync(join(folder, 'prompt.txt')), ['prompt.txt was changed']],
    ['a file that is gone', (folder) => rmSync(join(folder, 'guards.json')), ['guards.json is missing']],
    ['a file that is new', (folder) => write(folder, { 'native/b.jsonl': '' }), ['native/b.jsonl was added']],
    [
      'a file that has another name',
      (folder) => renameSync(join(folder, 'native/sessions/a.jsonl'), join(folder, 'native/sessions/b.jsonl')),
      ['native/sessions/a.jsonl is missing', 'native/sessions/b.jsonl was added'],
    ],
    [
      'a file that became a link to itself elsewhere',
      (folder) => {
        renameSync(join(folder, 'stdout.raw'), join(folder, '../elsewhere.raw'));
        symlinkSync('../elsewhere.raw', join(folder, 'stdout.raw'));
      },
      ['stdout.raw is missing'],
    ],
    [
      'a file that became a folder',
      (folder) => {
        rmSync(join(folder, 'stdout.raw'));
        mkdirSync(join(folder, 'stdout.raw'));
      },
      ['stdout.raw is missing'],
    ],
    [
      'a file that became a FIFO',
      async (folder) => {
        rmSync(join(folder, 'stdout.raw'));
        await runTool(['mkfifo', join(folder, 'stdout.raw')], 5000, { PATH: '/usr/bin:/bin' });
      },
      ['stdout.raw is missing'],
    ],
  ])('names %s', async (_, alter, differences) => {
    const parent = temporaryFolder();
    const folder = join(parent, 'trial');
    write(folder, FILES);
    writeIndex(folder, 't', 1);
    await alter(folder);
    expect(() => verifiedIndex(folder)).toThrow(
      expect.objectContaining({
        code: 'evidence_altered',
        message: expect.stringContaining(differences.join(', ')),
      }),
    );
  });

  it('names everything at once', () => {
    const folder = trial();
    writeIndex(folder, 't', 1);
    rmSync(join(folder, 'guards.json'));
    writeFileSync(join(folder, 'stdout.raw'), '');
    write(folder, { added: '' });
    expect(() => verifiedIndex(folder)).toThrow(/guards\.json is missing.*stdout\.raw was changed.*added was added/);
  });

  it.each([
    ['no index', null, 'missing'],
    ['an index that is no JSON', '{', 'malformed'],
    ['an index of another schema', '{"schema":"operant.evidence-index/v2"}', 'malformed'],
    [
      'an index with a key of its own',
      '{"schema":"operant.evidence-index/v1","trialId":"t","execution":1,"files":[],"x":1}',
      'malformed',
    ],
    [
      'an index with a key twice',
      '{"schema":"operant.evidence-index/v1","trialId":"t","trialId":"t","execution":1,"files":[]}',
      'malformed',
    ],
  ])('refuses %s', (_, text, code) => {
    const folder = trial();
    if (text !== null) write(folder, { 'index.json': text });
    expect(() => verifiedIndex(folder)).toThrow(expect.objectContaining({ name: 'EvidenceError', code }));
  });

  it('does not mind what is derived from the evidence', () => {
    const folder = trial();
    writeIndex(folder, 't', 1);
    write(folder, { 'report.md': 'changed', 'regraded-2.md': 'new' });
    rmSync(join(folder, 'trace.json'));
    expect(() => verifiedIndex(folder)).not.toThrow();
  });
});

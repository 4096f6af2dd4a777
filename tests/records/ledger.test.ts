import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkpointText, headOf, parseCheckpoint, shardFile, suiteFile } from '../../records/ledger.ts';
import { mayBeStored, mayPass, ORIGINS, Origin } from '../../records/origin.ts';
import { RefusalCode, refusal } from '../../records/refusal.ts';

const RECEIPT = `receipt:${'0123456789abcdef'.repeat(4)}`;

describe('the table of origins', () => {
  it.each([
    ['local', true, false, true],
    ['fork_pull_request', false, false, false],
    ['self_judging_pull_request', false, false, false],
    ['pull_request', true, true, true],
    ['base_workflow', true, true, true],
    ['scheduled', true, true, true],
    ['release', true, true, true],
  ] as const)('%s: own ledger %s, branch of a repository %s, may pass %s', (origin, own, repository, pass) => {
    expect([mayBeStored(origin, 'own'), mayBeStored(origin, 'repository'), mayPass(origin)]).toEqual([
      own,
      repository,
      pass,
    ]);
  });

  it('has one line for each origin', () => {
    expect(Object.keys(ORIGINS)).toEqual(Origin.options);
  });
});

describe('refusal', () => {
  it.each(RefusalCode.options)('%s comes with a next step', (code) => {
    expect(refusal(code, 'Because.')).toEqual({ code, message: 'Because.', next: expect.stringMatching(/\.$/) });
  });
});

describe('names of files', () => {
  it.each([
    [0, 'ledger/000000.jsonl'],
    [99, 'ledger/000000.jsonl'],
    [100, 'ledger/000001.jsonl'],
    [99_999, 'ledger/000999.jsonl'],
    [123_456_789, 'ledger/1234567.jsonl'],
  ])('shardFile(%i) is %s', (seq, name) => {
    expect(shardFile(seq)).toBe(name);
  });

  it('suiteFile takes the digest without its prefix', () => {
    expect(suiteFile(`sha256:${'a'.repeat(64)}`)).toBe(`suites/${'a'.repeat(64)}.json`);
  });

  it('headOf names the shard of the last row', () => {
    expect(headOf(100, RECEIPT).shard).toBe('ledger/000000.jsonl');
    expect(headOf(101, RECEIPT).shard).toBe('ledger/000001.jsonl');
  });
});

describe('checkpoint', () => {
  const checkpoint = { origin: 'example.test/owner/repository/refs/heads/bench-results', count: 12, head: RECEIPT };
  const text = checkpointText(checkpoint);

  it('is a note of origin, size and base64 of the head, ended by an empty line', () => {
    const base64 = Buffer.from(RECEIPT.slice(8), 'hex').toString('base64');
    expect(text).toBe(`example.test/owner/repository/refs/heads/bench-results\n12\n${base64}\n\n`);
  });

  it('is read back, with or without signatures', () => {
    expect(parseCheckpoint(text)).toEqual(checkpoint);
    expect(parseCheckpoint(`${text}\u2014 example.test/key Zm9vYmFy\n\u2014 witness Zm9v\n`)).toEqual(checkpoint);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.uint8Array({ minLength: 32, maxLength: 32 }), (count, bytes) => {
        const one = { origin: 'a', count, head: `receipt:${Buffer.from(bytes).toString('hex')}` };
        expect(parseCheckpoint(checkpointText(one))).toEqual(one);
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['no empty line', text.slice(0, -1)],
    ['an extension line', text.replace('\n\n', '\nextension\n\n')],
    ['a leading zero', text.replace('\n12\n', '\n012\n')],
    ['no rows', text.replace('\n12\n', '\n0\n')],
    ['a space in the origin', text.replace('example', 'exam ple')],
    ['a short hash', text.replace(/.{4}=\n/, '=\n')],
    [
      'another spelling of the base64',
      text.replace(/(.)=\n/, (_, letter: string) => `${String.fromCharCode(letter.charCodeAt(0) + 1)}=\n`),
    ],
    ['CRLF', text.replaceAll('\n', '\r\n')],
    ['text after it', `${text}more\n`],
  ])('is not read with %s', (_, bad) => {
    expect(bad).not.toBe(text);
    expect(parseCheckpoint(bad)).toBeNull();
  });
});

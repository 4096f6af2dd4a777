import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../records/errors.ts';
import { originOf, parseLedgerSpec, withoutSecrets } from '../../../runner/ledger/spec.ts';

describe('parseLedgerSpec', () => {
  it.each([
    ['results', { kind: 'directory', path: resolve('results') }],
    ['./a/b.jsonl', { kind: 'file', path: resolve('a/b.jsonl') }],
    ['git:../r.git', { kind: 'git', remote: resolve('../r.git'), ref: 'refs/heads/bench-results' }],
    ['git:https://example.test/o/r#main', { kind: 'git', remote: 'https://example.test/o/r', ref: 'refs/heads/main' }],
    [
      'git:git@example.test:o/r.git#refs/heads/a/b',
      { kind: 'git', remote: 'git@example.test:o/r.git', ref: 'refs/heads/a/b' },
    ],
    ['git:/tmp/a#b.git#x', { kind: 'git', remote: '/tmp/a#b.git', ref: 'refs/heads/x' }],
  ])('reads %s', (name, expected) => {
    expect(parseLedgerSpec(name)).toEqual(expected);
  });

  it.each([
    [''],
    ['git:'],
    ['git:#branch'],
    ['git:--upload-pack=touch x#b'],
    ['git:ext::sh -c true#b'],
    ['git:a\nb#c'],
    ['git:r#refs/tags/v1'],
    ['git:r#a..b'],
    ['git:r#-b'],
    ['git:r#a b'],
    ['git:r#a//b'],
    ['git:r#.hidden'],
    ['git:r#a.lock'],
    ['git:r#a:b'],
    ['git:r#+a'.replace('+', '^')],
  ])('refuses %j with a word on what is expected', (name) => {
    expect(() => parseLedgerSpec(name)).toThrow(UsageError);
  });
});

describe('originOf', () => {
  it.each([
    ['git:https://github.com/o/r.git', 'github.com/o/r/refs/heads/bench-results'],
    ['git:https://user:token@github.com/o/r#x', 'github.com/o/r/refs/heads/x'],
    ['git:ssh://git@github.com/o/r.git', 'github.com/o/r/refs/heads/bench-results'],
    ['git:git@github.com:o/r.git', 'github.com/o/r/refs/heads/bench-results'],
    ['git:ssh://git@example.test:2222/o/r', 'example.test:2222/o/r/refs/heads/bench-results'],
    ['git:/srv/someone/secret/results.git', 'local/results/refs/heads/bench-results'],
    ['git:file:///srv/someone/results.git', 'local/results/refs/heads/bench-results'],
    ['/srv/someone/my results', 'local/my%20results'],
    ['a/b.jsonl', 'local/b.jsonl'],
  ])('%s begins as %s', (name, origin) => {
    expect(originOf(parseLedgerSpec(name))).toBe(origin);
  });
});

describe('withoutSecrets', () => {
  it.each([
    ['https://user:token@example.test/o/r', 'https://example.test/o/r'],
    ['https://token@example.test/o/r?key=1', 'https://example.test/o/r'],
    ['git@example.test:o/r', 'git@example.test:o/r'],
    ['/path/r.git', '/path/r.git'],
  ])('%s', (remote, shown) => {
    expect(withoutSecrets(remote)).toBe(shown);
  });
});

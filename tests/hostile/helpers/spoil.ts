/** Ways to leave something hostile where a file is expected. Bytes are made here, never stored. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';

/** Puts something in place of the file at a path. */
export type Spoil = (path: string) => void;

/** Replaces the content; a link to the same file elsewhere keeps its own. */
export function content(make: (valid: string) => string | Uint8Array): Spoil {
  return (path) => {
    const bytes = make(readFileSync(path, 'utf8'));
    rmSync(path);
    writeFileSync(path, bytes);
  };
}

/** Inserts bytes before the first occurrence of a text. */
export function before(text: string, bytes: Uint8Array): (valid: string) => Uint8Array {
  return (valid) => {
    const at = valid.indexOf(text);
    if (at === -1) throw new Error(`no "${text}" to spoil`);
    return Buffer.concat([Buffer.from(valid.slice(0, at)), bytes, Buffer.from(valid.slice(at))]);
  };
}

function instead(put: Spoil): Spoil {
  return (path) => {
    rmSync(path, { recursive: true, force: true });
    put(path);
  };
}

/** What is no regular file, or one that cannot be read whole. */
export const NO_FILE: Readonly<Record<string, Spoil>> = {
  'a folder': instead((path) => mkdirSync(path)),
  'a FIFO that nobody writes to': instead((path) => execFileSync('mkfifo', [path])),
  'a link to itself': instead((path) => symlinkSync(path, path)),
  'a link to an endless device': instead((path) => symlinkSync('/dev/zero', path)),
  'a sparse file of 1 TiB': instead((path) => {
    writeFileSync(path, '{');
    truncateSync(path, 1024 ** 4);
  }),
  'a sparse file of 1 GiB': instead((path) => {
    writeFileSync(path, '{');
    truncateSync(path, 1024 ** 3);
  }),
};

/** Sequences that are not UTF-8, by what is wrong with them. */
export const INVALID_UTF8: Readonly<Record<string, Uint8Array>> = {
  'a byte that never occurs': Uint8Array.of(0xff),
  'an overlong slash': Uint8Array.of(0xc0, 0xaf),
  'an overlong NUL': Uint8Array.of(0xe0, 0x80, 0x80),
  'half of a pair, encoded alone': Uint8Array.of(0xed, 0xa0, 0x80),
  'beyond the last character': Uint8Array.of(0xf4, 0x90, 0x80, 0x80),
  'a sequence cut short': Uint8Array.of(0xe2, 0x82),
};

/** A few of the spoils, by name: for a reader that is met with all of them elsewhere. */
export function some(
  spoils: Readonly<Record<string, Spoil>>,
  names: readonly string[],
): Readonly<Record<string, Spoil>> {
  return Object.fromEntries(
    names.map((name) => {
      const spoil = spoils[name];
      if (spoil === undefined) throw new Error(`no spoil ${name}`);
      return [name, spoil];
    }),
  );
}

/** The spoils of JSON that show whether a document is read strictly at all. */
export const TELLING = [
  'cut in the middle',
  'a key twice',
  '__proto__',
  'an unknown key with terminal codes',
  'nested 100,000 deep',
  'half a million keys',
  'wrong types',
] as const;

/** Spoils a JSON document that starts with `{` and has the key `schema`. */
export const JSON_SPOILS: Readonly<Record<string, Spoil>> = {
  empty: content(() => ''),
  'only spaces': content(() => ' \n '.repeat(1000)),
  'cut in the middle': content((valid) => valid.slice(0, valid.length / 2)),
  'two documents': content((valid) => valid + valid),
  'a byte order mark': content((valid) => `\uFEFF${valid}`),
  'a NUL': content((valid) => valid.replace('{', '{\0')),
  'a trailing comma': content((valid) => valid.replace(/\}\s*$/, ',}')),
  'a comment': content((valid) => `// fine\n${valid}`),
  'a key twice': content((valid) => valid.replace('{', '{"schema": "operant.other/v1",')),
  'a key twice, once escaped': content((valid) => valid.replace('{', '{"\\u0073chema": "operant.other/v1",')),
  __proto__: content((valid) => valid.replace('{', '{"__proto__": {"polluted": true},')),
  constructor: content((valid) => valid.replace('{', '{"constructor": {"prototype": {"polluted": true}},')),
  'an unknown key with terminal codes': content((valid) => valid.replace('{', '{"\\u001b[2J\\u202egreen": 1,')),
  'a key of a megabyte': content((valid) => valid.replace('{', `{"${'k'.repeat(1024 ** 2)}": 1,`)),
  'nested 100,000 deep': content((valid) => valid.replace('{', `{"x": ${'['.repeat(100_000)}${']'.repeat(100_000)},`)),
  'nested 1,000,000 deep, never closed': content(() => '{"a":'.repeat(1_000_000)),
  'half a million keys': content((valid) => {
    const keys = Array.from({ length: 500_000 }, (_, n) => `"k${n}":0`);
    return valid.replace('{', `{${keys.join(',')},`);
  }),
  NaN: content((valid) => valid.replace('{', '{"x": NaN,')),
  'a number beyond all bounds': content((valid) => valid.replace('{', '{"x": 1e400,')),
  'half a character, escaped': content((valid) => valid.replace('{', '{"x": "\\ud800",')),
  'a list': content(() => '[]'),
  null: content(() => 'null'),
  'a number': content(() => '1'),
  'another schema version': content((valid) => valid.replace(/("schema": ?"[^"]*\/)v1"/, '$1v999"')),
  'wrong types': content((valid) => valid.replaceAll(/: ?(?:"[^"]*"|null|true|false)/g, ': 1')),
};

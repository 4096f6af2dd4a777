/**
 * A scanner over the bytes of one stored line: is it canonical, and where do the fields of the chain stand? It checks
 * what `canonical(JSON.parse(line)) === line` checks, without building the value, which makes whole verification about
 * as cheap as hashing and parsing. Fields are taken by position at depth 1, never by text search.
 */
import { MAX_DEPTH } from '../records/canonical-json.ts';
import { afterCharacter, afterEscape, BACKSLASH, PLAIN, QUOTE } from './scan-text.ts';

/** The fields whose places are kept, sorted, since the keys of a canonical line are. */
export const SCANNED = ['executionDigest', 'previous', 'receipt', 'schema', 'seq'] as const;
export type Scanned = (typeof SCANNED)[number];

const WANTED = SCANNED.map((key) => Uint8Array.from(`"${key}"`, (letter) => letter.charCodeAt(0)));

const COMMA = 0x2c;
const MINUS = 0x2d;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const WORDS: ReadonlyMap<number, string> = new Map([
  [0x74, 'true'],
  [0x66, 'false'],
  [0x6e, 'null'],
]);

/** Scans lines, one after another; after `scan` the places of the last line can be asked for. */
export class Scanner {
  private bytes: Uint8Array = new Uint8Array(0);
  private end = 0;
  private at = 0;
  private plain = true;
  private wanted = 0;
  private reason = '';
  private readonly places = new Int32Array(SCANNED.length * 3);
  /** Members of the last line, three places each: its key, the end of its key, its end. Filled anew by each scan. */
  readonly members: number[] = [];

  /** Whether bytes[start, end) is the canonical form of an object. */
  scan(bytes: Uint8Array, start: number, end: number): boolean {
    this.bytes = bytes;
    this.end = end;
    this.at = start;
    this.wanted = 0;
    this.reason = '';
    this.places.fill(-1);
    this.members.length = 0;
    if (bytes[start] !== OPEN_BRACE || start >= end) return this.fail('a row starts with "{"');
    return this.object(0) && (this.at === end || this.fail('nothing may follow the row'));
  }

  /** Why the last line is not canonical, and at which byte. */
  problem(): { readonly expected: string; readonly at: number } {
    return { expected: this.reason, at: this.at };
  }

  /** Where the key of a field starts; -1 when the line lacks it. */
  keyStart(field: number): number {
    return this.places[field * 3] ?? -1;
  }

  /** Where the value of a field starts; -1 when the line lacks it. */
  valueStart(field: number): number {
    return this.places[field * 3 + 1] ?? -1;
  }

  /** Where the value of a field ends; -1 when the line lacks it. */
  valueEnd(field: number): number {
    return this.places[field * 3 + 2] ?? -1;
  }

  private value(depth: number): boolean {
    const first = this.at < this.end ? (this.bytes[this.at] ?? 0) : 0;
    if (first === QUOTE) return this.string();
    if (first === MINUS || (first >= 0x30 && first <= 0x39)) return this.number(first);
    if (first === OPEN_BRACE) return this.object(depth);
    if (first === OPEN_BRACKET) return this.array(depth);
    return this.word(WORDS.get(first));
  }

  private object(depth: number): boolean {
    if (depth >= MAX_DEPTH) return this.fail(`nesting of at most ${MAX_DEPTH}`);
    this.at++;
    if (this.bytes[this.at] === CLOSE_BRACE) return this.pass();
    let before = -1;
    let beforeEnd = -1;
    let beforePlain = true;
    for (;;) {
      const key = this.at;
      if (this.bytes[key] !== QUOTE) return this.fail('a key');
      if (!this.string()) return false;
      const keyEnd = this.at;
      const plain = this.plain;
      if (before >= 0 && !this.ascends(before, beforeEnd, key, keyEnd, plain && beforePlain)) {
        this.at = key;
        return this.fail('keys in ascending order, each once');
      }
      if (this.isProto(key, keyEnd)) return this.fail('no key __proto__');
      if (this.bytes[keyEnd] !== COLON) return this.fail('":" without space');
      this.at = keyEnd + 1;
      if (!this.value(depth + 1)) return false;
      if (depth === 0) this.keep(key, keyEnd);
      const next = this.bytes[this.at];
      if (next === CLOSE_BRACE) return this.pass();
      if (next !== COMMA) return this.fail('"," or "}" without space');
      this.at++;
      before = key;
      beforeEnd = keyEnd;
      beforePlain = plain;
    }
  }

  private array(depth: number): boolean {
    if (depth >= MAX_DEPTH) return this.fail(`nesting of at most ${MAX_DEPTH}`);
    this.at++;
    if (this.bytes[this.at] === CLOSE_BRACKET) return this.pass();
    for (;;) {
      if (!this.value(depth + 1)) return false;
      const next = this.bytes[this.at];
      if (next === CLOSE_BRACKET) return this.pass();
      if (next !== COMMA) return this.fail('"," or "]" without space');
      this.at++;
    }
  }

  private string(): boolean {
    const bytes = this.bytes;
    const end = this.end;
    // A local name: loaders that turn imports into getters would make this loop many times slower.
    const standsForItself = PLAIN;
    let at = this.at + 1;
    let plain = true;
    while (at < end) {
      const byte = bytes[at] ?? 0;
      if (standsForItself[byte] === 1) at++;
      else if (byte === QUOTE) {
        this.at = at + 1;
        this.plain = plain;
        return true;
      } else {
        const next = byte === BACKSLASH ? afterEscape(bytes, at) : afterCharacter(bytes, at, end);
        if (next < 0) {
          this.at = at;
          return this.fail(byte === BACKSLASH ? 'the shortest escape' : 'valid UTF-8, control characters escaped');
        }
        plain = false;
        at = next;
      }
    }
    this.at = at;
    return this.fail('the end of a string');
  }

  private number(first: number): boolean {
    const start = this.at;
    let at = first === MINUS ? start + 1 : start;
    const digits = at;
    let value = 0;
    for (; at < this.end; at++) {
      const digit = (this.bytes[at] ?? 0) - 0x30;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    const count = at - digits;
    const leading = this.bytes[digits] === 0x30;
    if (count === 0 || (leading && (count > 1 || first === MINUS)) || value > Number.MAX_SAFE_INTEGER) {
      return this.fail('a whole number in its shortest form');
    }
    this.at = at;
    return true;
  }

  private word(word: string | undefined): boolean {
    if (word === undefined || this.at + word.length > this.end) return this.fail('a value without space');
    for (let i = 0; i < word.length; i++) {
      if (this.bytes[this.at + i] !== word.charCodeAt(i)) return this.fail('a value without space');
    }
    this.at += word.length;
    return true;
  }

  /** Whether one key sorts before the next, by UTF-16 code units. Keys without escapes and ASCII sort as bytes do. */
  private ascends(a: number, aEnd: number, b: number, bEnd: number, plain: boolean): boolean {
    if (!plain) return this.decode(a, aEnd) < this.decode(b, bEnd);
    const length = Math.min(aEnd - a, bEnd - b) - 1;
    for (let i = 1; i < length; i++) {
      const difference = (this.bytes[b + i] ?? 0) - (this.bytes[a + i] ?? 0);
      if (difference !== 0) return difference > 0;
    }
    return aEnd - a < bEnd - b;
  }

  private decode(start: number, end: number): string {
    const text: unknown = JSON.parse(new TextDecoder().decode(this.bytes.subarray(start, end)));
    return String(text);
  }

  private isProto(start: number, end: number): boolean {
    return end - start === 11 && this.bytes[start + 1] === 0x5f && this.decode(start, end) === '__proto__';
  }

  /** Keeps the place of a field of the chain. The wanted keys are sorted too, so each is looked for once. */
  private keep(key: number, keyEnd: number): void {
    this.members.push(key, keyEnd, this.at);
    for (; this.wanted < WANTED.length; this.wanted++) {
      const order = this.compare(key, keyEnd, WANTED[this.wanted] ?? new Uint8Array(0));
      if (order < 0) return;
      if (order > 0) continue;
      this.places.set([key, keyEnd + 1, this.at], this.wanted * 3);
      this.wanted++;
      return;
    }
  }

  private compare(start: number, end: number, word: Uint8Array): number {
    const length = Math.min(end - start, word.length);
    for (let i = 0; i < length; i++) {
      const difference = (this.bytes[start + i] ?? 0) - (word[i] ?? 0);
      if (difference !== 0) return difference;
    }
    return end - start - word.length;
  }

  private pass(): boolean {
    this.at++;
    return true;
  }

  private fail(expected: string): false {
    if (this.reason === '') this.reason = expected;
    return false;
  }
}

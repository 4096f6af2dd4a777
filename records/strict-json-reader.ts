/** The recursive reader behind records/strict-json.ts. It stops at the first problem and keeps it. */

/** A JSON value that was read; unlike `Json` it may hold floats when the caller allows them. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** Why a text is refused. */
export type StrictJsonCode =
  | 'too_large'
  | 'invalid_utf8'
  | 'byte_order_mark'
  | 'syntax'
  | 'too_deep'
  | 'duplicate_key'
  | 'forbidden_key'
  | 'lone_surrogate'
  | 'not_an_integer'
  | 'number_out_of_range';

/** The first problem of a text; `at` counts UTF-16 code units. */
export interface ReaderProblem {
  readonly code: StrictJsonCode;
  readonly message: string;
  readonly at: number;
}

const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const INTEGER = /^(?:0|-?[1-9][0-9]*)$/;
const ESCAPES: { readonly [letter: string]: string } = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Reads one document. `undefined` from a method means that there is a problem; JSON has no undefined. */
export class Reader {
  private readonly text: string;
  private readonly maxDepth: number;
  private readonly floats: boolean;
  private readonly loneSurrogates: boolean;
  private at = 0;
  private found: ReaderProblem | null = null;

  constructor(text: string, maxDepth: number, floats: boolean, loneSurrogates: boolean) {
    this.text = text;
    this.maxDepth = maxDepth;
    this.floats = floats;
    this.loneSurrogates = loneSurrogates;
  }

  /** The whole text as one value, or undefined; then `problem()` says why. */
  document(): JsonValue | undefined {
    const value = this.value(0);
    if (value === undefined) return undefined;
    this.space();
    return this.at === this.text.length ? value : this.syntax('the end of the text');
  }

  /** The problem that was found. */
  problem(): ReaderProblem {
    return this.found ?? { code: 'syntax', message: 'No value', at: this.at };
  }

  private value(depth: number): JsonValue | undefined {
    this.space();
    switch (this.text[this.at]) {
      case '{':
        return this.nested(depth, () => this.object(depth));
      case '[':
        return this.nested(depth, () => this.array(depth));
      case '"':
        return this.string();
      case 't':
        return this.word('true', true);
      case 'f':
        return this.word('false', false);
      case 'n':
        return this.word('null', null);
      default:
        return this.number();
    }
  }

  private nested(depth: number, read: () => JsonValue | undefined): JsonValue | undefined {
    if (depth >= this.maxDepth) return this.fail('too_deep', `Nesting over ${this.maxDepth}`, this.at);
    this.at++;
    return read();
  }

  private object(depth: number): JsonValue | undefined {
    const result: { [key: string]: JsonValue } = {};
    if (this.take('}')) return result;
    do {
      const key = this.key(result);
      if (key === undefined) return undefined;
      if (!this.take(':')) return this.syntax('":"');
      const value = this.value(depth + 1);
      if (value === undefined) return undefined;
      result[key] = value;
    } while (this.take(','));
    return this.take('}') ? result : this.syntax('"," or "}"');
  }

  private key(seen: { [key: string]: JsonValue }): string | undefined {
    this.space();
    const start = this.at;
    if (this.text[start] !== '"') return this.syntax('a key in double quotes');
    const key = this.string();
    if (key === undefined) return undefined;
    if (FORBIDDEN.has(key)) return this.fail('forbidden_key', `The key ${JSON.stringify(key)} is not allowed`, start);
    if (Object.hasOwn(seen, key))
      return this.fail('duplicate_key', `The key ${JSON.stringify(key)} is there twice`, start);
    return key;
  }

  private array(depth: number): JsonValue | undefined {
    const result: JsonValue[] = [];
    if (this.take(']')) return result;
    do {
      const value = this.value(depth + 1);
      if (value === undefined) return undefined;
      result.push(value);
    } while (this.take(','));
    return this.take(']') ? result : this.syntax('"," or "]"');
  }

  private string(): string | undefined {
    const start = this.at++;
    let result = '';
    let from = this.at;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === 0x22) break;
      if (code === 0x5c) {
        result += this.text.slice(from, this.at);
        const escaped = this.escape();
        if (escaped === undefined) return undefined;
        result += escaped;
        from = this.at;
      } else if (code >= 0x20) this.at++;
      else
        return this.syntax(
          this.at < this.text.length ? 'no raw control character in a string' : 'the end of the string',
        );
    }
    result += this.text.slice(from, this.at++);
    if (this.loneSurrogates || result.isWellFormed()) return result;
    return this.fail('lone_surrogate', 'A string holds half of a surrogate pair', start);
  }

  private escape(): string | undefined {
    const letter = this.text[this.at + 1] ?? '';
    const short = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    if (short !== undefined) {
      this.at += 2;
      return short;
    }
    const hex = this.text.slice(this.at + 2, this.at + 6);
    if (letter !== 'u' || !/^[0-9a-fA-F]{4}$/.test(hex)) return this.syntax('an escape of JSON');
    this.at += 6;
    return String.fromCharCode(Number.parseInt(hex, 16));
  }

  private number(): number | undefined {
    NUMBER.lastIndex = this.at;
    const found = NUMBER.exec(this.text);
    if (found === null) return this.syntax('a value');
    const start = this.at;
    const written = found[0];
    const value = Number(written);
    this.at += written.length;
    if (!Number.isFinite(value)) return this.fail('number_out_of_range', `${written} is too large`, start);
    if (this.floats) return value;
    if (!INTEGER.test(written)) return this.fail('not_an_integer', `${written} is not a plain whole number`, start);
    if (Number.isSafeInteger(value)) return value;
    return this.fail('number_out_of_range', `${written} is not exact in every reader`, start);
  }

  private word<T>(word: string, value: T): T | undefined {
    if (!this.text.startsWith(word, this.at)) return this.syntax('a value');
    this.at += word.length;
    return value;
  }

  /** Passes over one structural character, and the space before it, when it comes next. */
  private take(character: string): boolean {
    this.space();
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  private space(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at++;
    }
  }

  private syntax(expected: string): undefined {
    const found = this.at < this.text.length ? JSON.stringify(this.text.slice(this.at, this.at + 12)) : 'the end';
    return this.fail('syntax', `Expected ${expected}, found ${found}`, this.at);
  }

  private fail(code: StrictJsonCode, message: string, at: number): undefined {
    this.found ??= { code, message, at };
    return undefined;
  }
}

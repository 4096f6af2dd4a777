/**
 * A strict reader of JSON that others wrote (I14): what two parsers could read differently is refused, not guessed.
 * Refusals are values with a code and a byte offset; nothing here throws.
 */
import { MAX_DEPTH } from './canonical-json.ts';
import { type JsonValue, Reader, type StrictJsonCode } from './strict-json-reader.ts';

export type { JsonValue, StrictJsonCode } from './strict-json-reader.ts';

/** What is accepted. */
export interface StrictJsonLimits {
  /** Largest input in UTF-8 bytes. */
  readonly maxBytes: number;
  /** Deepest nesting; 64 when absent. */
  readonly maxDepth?: number;
  /**
   * Absent or false: numbers are safe integers in their shortest form. True: every number of JSON that fits a double,
   * large integers rounded as JavaScript does.
   */
  readonly floats?: boolean;
  /** True: escaped lone surrogates are kept, as in logs of programs that cut strings. Absent or false: refused. */
  readonly loneSurrogates?: boolean;
}

/** A refused text. */
export interface StrictJsonRefusal {
  readonly ok: false;
  readonly code: StrictJsonCode;
  readonly message: string;
  /** Where, in UTF-8 bytes from the start of the input. */
  readonly offset: number;
}

/** The value, or why there is none. */
export type StrictJsonResult = { readonly ok: true; readonly value: JsonValue } | StrictJsonRefusal;

const BYTE_ORDER_MARK = 0xfeff;

/**
 * Reads one JSON document. Refused: more bytes than allowed, invalid UTF-8, a byte order mark, duplicate keys (equal
 * after unescaping too), the keys `__proto__`, `constructor` and `prototype`, nesting over the limit, numbers outside
 * the limits, lone surrogates, and whatever RFC 8259 refuses.
 */
export function parseStrictJson(input: Uint8Array | string, limits: StrictJsonLimits): StrictJsonResult {
  const decoded = typeof input === 'string' ? decodeString(input, limits) : decodeBytes(input, limits);
  if (!decoded.ok) return decoded;
  const text = decoded.text;
  if (text.charCodeAt(0) === BYTE_ORDER_MARK) {
    return failure('byte_order_mark', 'The text starts with a byte order mark', 0);
  }
  if (limits.floats === true && limits.maxDepth === undefined) {
    const own = asPrinted(text);
    if (own !== undefined) return { ok: true, value: own };
  }
  const reader = new Reader(text, limits.maxDepth ?? MAX_DEPTH, limits.floats === true, limits.loneSurrogates === true);
  const value = reader.document();
  if (value !== undefined) return { ok: true, value };
  const { code, message, at } = reader.problem();
  return failure(code, message, byteLength(text.slice(0, at)));
}

/** What the strict reader refuses although it may be printed so: some keys, half characters, deep nesting. */
const NOT_PRINTED = /__proto__|constructor|prototype|\\ud|\n {32}/;

/**
 * The value of a text that is, byte for byte, what JavaScript prints of it with two spaces; undefined for every other.
 * Such a text has no second key of a name and no other spelling, so the engine's own parser, which is much quicker,
 * reads what the strict one reads. Our own documents are of that kind.
 */
function asPrinted(text: string): JsonValue | undefined {
  if (!text.endsWith('\n') || NOT_PRINTED.test(text)) return undefined;
  try {
    const value: JsonValue = JSON.parse(text);
    return `${JSON.stringify(value, null, 2)}\n` === text ? value : undefined;
  } catch {
    return undefined;
  }
}

type Decoded = { readonly ok: true; readonly text: string } | StrictJsonRefusal;

function decodeString(text: string, limits: StrictJsonLimits): Decoded {
  // A code unit is at least one byte, so the cheap test settles most oversized inputs before they are measured.
  if (text.length > limits.maxBytes || byteLength(text) > limits.maxBytes) return tooLarge(limits);
  return { ok: true, text };
}

function decodeBytes(bytes: Uint8Array, limits: StrictJsonLimits): Decoded {
  if (bytes.length > limits.maxBytes) return tooLarge(limits);
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return failure('invalid_utf8', 'The bytes are not valid UTF-8', validPrefix(bytes));
  }
}

/** Where the first character that is not UTF-8 starts; for the message only, so halving is quick enough. */
function validPrefix(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    // In streaming mode a character that is cut at the end is not an error yet.
    if (decodes(bytes.subarray(0, middle), true)) low = middle;
    else high = middle - 1;
  }
  while (!decodes(bytes.subarray(0, low), false)) low--;
  return low;
}

function decodes(bytes: Uint8Array, stream: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream });
    return true;
  } catch {
    return false;
  }
}

function tooLarge(limits: StrictJsonLimits): StrictJsonRefusal {
  return failure('too_large', `The text is larger than ${limits.maxBytes} bytes`, limits.maxBytes);
}

function failure(code: StrictJsonCode, message: string, offset: number): StrictJsonRefusal {
  return { ok: false, code, message, offset };
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

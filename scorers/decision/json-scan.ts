/**
 * Finds JSON objects inside free text. Strict JSON only, read by hand so that duplicate keys are seen and so that no
 * text, however hostile, takes more than linear time.
 */

/** A parsed JSON value, as far as an answer needs it; object members keep their order and their duplicates. */
export type JsonNode =
  | { readonly kind: 'object'; readonly members: readonly (readonly [key: string, value: JsonNode])[] }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'other' };

/** Objects in the order of the text. `complete` is false when the text was built to make reading slow. */
export interface FoundObjects {
  readonly objects: readonly JsonNode[];
  /** The text without its objects: prose, and what was meant to be an object and is none. */
  readonly outside: string;
  readonly complete: boolean;
}

const MAX_DEPTH = 32;
const STEPS_PER_CHARACTER = 6;
const SPARE_STEPS = 100_000;
const LITERAL = /(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)/y;

interface Cursor {
  readonly text: string;
  at: number;
}

/**
 * Every outermost JSON object in the text. An object that begins on a block-quoted line (`> …`) is somebody else's words
 * and is left out. Work is bounded by six steps a character, and a constant.
 */
export function findObjects(text: string): FoundObjects {
  const objects: JsonNode[] = [];
  let steps = text.length * STEPS_PER_CHARACTER + SPARE_STEPS;
  let quoted = startsQuoted(text, 0);
  let at = 0;
  let from = 0;
  const outside: string[] = [];
  while (at < text.length) {
    const character = text[at];
    if (character === '\n') quoted = startsQuoted(text, at + 1);
    if (character !== '{') {
      at += 1;
      continue;
    }
    const cursor = { text, at };
    const node = readObject(cursor, 0);
    steps -= cursor.at - at;
    if (steps < 0) return { objects, outside: '', complete: false };
    if (node === null) {
      at += 1;
      continue;
    }
    outside.push(text.slice(from, at));
    from = cursor.at;
    if (!quoted) objects.push(node);
    const newline = text.slice(at, cursor.at).lastIndexOf('\n');
    if (newline !== -1) quoted = startsQuoted(text, at + newline + 1);
    at = cursor.at;
  }
  return { objects, outside: [...outside, text.slice(from)].join(' '), complete: true };
}

function startsQuoted(text: string, from: number): boolean {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return text[at] === '>';
}

function skipSpace(cursor: Cursor): void {
  for (;;) {
    const unit = cursor.text.charCodeAt(cursor.at);
    if (unit !== SPACE && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
    cursor.at += 1;
  }
}

function take(cursor: Cursor, character: string): boolean {
  skipSpace(cursor);
  if (cursor.text[cursor.at] !== character) return false;
  cursor.at += 1;
  return true;
}

function readValue(cursor: Cursor, depth: number): JsonNode | null {
  if (depth > MAX_DEPTH) return null;
  skipSpace(cursor);
  const character = cursor.text[cursor.at];
  if (character === '{') return readObject(cursor, depth);
  if (character === '[') return readArray(cursor, depth);
  if (character === '"') {
    const value = readString(cursor);
    return value === null ? null : { kind: 'string', value };
  }
  LITERAL.lastIndex = cursor.at;
  const literal = LITERAL.exec(cursor.text);
  if (literal === null) return null;
  cursor.at += literal[0].length;
  return { kind: 'other' };
}

function readObject(cursor: Cursor, depth: number): JsonNode | null {
  const members: (readonly [string, JsonNode])[] = [];
  cursor.at += 1;
  if (take(cursor, '}')) return { kind: 'object', members };
  do {
    skipSpace(cursor);
    const key = readString(cursor);
    if (key === null || !take(cursor, ':')) return null;
    const value = readValue(cursor, depth + 1);
    if (value === null) return null;
    members.push([key, value]);
  } while (take(cursor, ','));
  return take(cursor, '}') ? { kind: 'object', members } : null;
}

function readArray(cursor: Cursor, depth: number): JsonNode | null {
  const items: JsonNode[] = [];
  cursor.at += 1;
  if (take(cursor, ']')) return { kind: 'array', items };
  do {
    const item = readValue(cursor, depth + 1);
    if (item === null) return null;
    items.push(item);
  } while (take(cursor, ','));
  return take(cursor, ']') ? { kind: 'array', items } : null;
}

const [QUOTE, BACKSLASH, SPACE] = [0x22, 0x5c, 0x20] as const;

/** A JSON string at the cursor, decoded; null when there is none or it is not valid. Raw control characters end it. */
function readString(cursor: Cursor): string | null {
  const { text, at: start } = cursor;
  if (text.charCodeAt(start) !== QUOTE) return null;
  let at = start + 1;
  let escapes = false;
  for (; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE || unit < SPACE) break;
    if (unit === BACKSLASH) {
      escapes = true;
      at += 1;
    }
  }
  const closed = text.charCodeAt(at) === QUOTE;
  cursor.at = Math.min(text.length, closed ? at + 1 : at);
  if (!closed) return null;
  return escapes ? decode(text.slice(start, at + 1)) : text.slice(start + 1, at);
}

function decode(literal: string): string | null {
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

/**
 * Canonical JSON: RFC 8785 over integers, strings, booleans, null, arrays and objects.
 * Everything that is hashed goes through here, so that one value has one byte form on every machine (I17).
 */

/** What may be hashed: no floats, no undefined, no class instances. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Deepest nesting that is accepted; rows need 6, hostile input reaches thousands. */
export const MAX_DEPTH = 64;

/** A place in a value, built only when it has to be told. */
interface Place {
  readonly parent: Place | null;
  readonly key: string | number;
}

/**
 * The canonical text of a value. Throws a TypeError that names the place for anything outside the value set: floats,
 * unsafe integers, -0, lone surrogates, undefined, sparse arrays, instances, accessors, symbol keys, the key
 * `__proto__` (which parsers disagree about), nesting over 64.
 */
export function canonical(value: Json): string {
  return write(value, null, 0);
}

function write(value: unknown, place: Place | null, depth: number): string {
  if (depth > MAX_DEPTH) refuse(`Nesting over ${MAX_DEPTH}`, place);
  switch (typeof value) {
    case 'string':
      return writeString(value, place);
    case 'number':
      return writeInteger(value, place);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? writeArray(value, place, depth) : writeObject(value, place, depth);
    default:
      return refuse(`Cannot write ${typeof value} as canonical JSON`, place);
  }
}

function writeString(value: string, place: Place | null): string {
  if (!value.isWellFormed()) refuse('Lone surrogate in a string', place);
  return JSON.stringify(value);
}

function writeInteger(value: number, place: Place | null): string {
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
    refuse(`Only safe integers may be hashed, found ${Object.is(value, -0) ? '-0' : String(value)}`, place);
  }
  return String(value);
}

function writeArray(value: readonly unknown[], place: Place | null, depth: number): string {
  // Own keys of a dense array are its indices and `length`; more means a hole is made up for, fewer means a hole.
  if (Reflect.ownKeys(value).length !== value.length + 1) refuse('Sparse array, or an array with named keys', place);
  const parts: string[] = [];
  for (let i = 0; i < value.length; i++) parts.push(write(value[i], { parent: place, key: i }, depth + 1));
  return `[${parts.join(',')}]`;
}

function writeObject(value: object, place: Place | null, depth: number): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) refuse('Not a plain object', place);
  const parts: string[] = [];
  for (const key of sortedKeys(value, place)) {
    const item = Object.getOwnPropertyDescriptor(value, key);
    const inner = { parent: place, key };
    if (item === undefined || !('value' in item) || item.enumerable !== true) refuse('Not a plain property', inner);
    else parts.push(`${writeString(key, inner)}:${write(item.value, inner, depth + 1)}`);
  }
  return `{${parts.join(',')}}`;
}

/** Own keys in the order of RFC 8785 §3.2.3: by UTF-16 code units, which is how JavaScript compares strings. */
function sortedKeys(value: object, place: Place | null): string[] {
  const keys: string[] = [];
  for (const key of Reflect.ownKeys(value)) {
    if (typeof key === 'symbol') refuse('Symbol key', place);
    else if (key === '__proto__') refuse('The key __proto__ may not be hashed', place);
    else keys.push(key);
  }
  return keys.sort();
}

function refuse(what: string, place: Place | null): never {
  const keys: (string | number)[] = [];
  for (let at = place; at !== null; at = at.parent) keys.push(at.key);
  const path = keys.reverse().map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`));
  throw new TypeError(`${what} at $${path.join('')}`);
}

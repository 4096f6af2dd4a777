/** The inside of a canonical string, byte by byte (RFC 8785 §3.2.2.2, UTF-8 after RFC 3629). */

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;

/** 1 for the bytes that stand for themselves in a string. */
export const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte < 0x80 && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);

/** Letters after a backslash in the short escapes: " \ b f n r t */
const SHORT_ESCAPES: ReadonlySet<number> = new Set([QUOTE, BACKSLASH, 0x62, 0x66, 0x6e, 0x72, 0x74]);

/** The place after an escape that the canonical form would write; -1 for any other. */
export function afterEscape(bytes: Uint8Array, at: number): number {
  const letter = bytes[at + 1] ?? 0;
  if (SHORT_ESCAPES.has(letter)) return at + 2;
  if (letter !== 0x75) return -1;
  const hex = String.fromCharCode(...bytes.subarray(at + 2, at + 6));
  // Control characters only, and those with a short form are written in it.
  return /^00[01][0-9a-f]$/.test(hex) && !/^00(08|09|0a|0c|0d)$/.test(hex) ? at + 6 : -1;
}

/** The place after a character of several bytes; -1 for a control character and for what is not UTF-8. */
export function afterCharacter(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at] ?? 0;
  const second = bytes[at + 1] ?? 0;
  if (first < 0xc2 || first > 0xf4) return -1;
  if (first < 0xe0) return continues(bytes, at, 2, end);
  if (first < 0xf0) {
    // E0 8x would be too long a form; ED Ax is half of a surrogate pair.
    if ((first === 0xe0 && second < 0xa0) || (first === 0xed && second > 0x9f)) return -1;
    return continues(bytes, at, 3, end);
  }
  // F0 8x would be too long a form; F4 9x lies beyond U+10FFFF.
  if ((first === 0xf0 && second < 0x90) || (first === 0xf4 && second > 0x8f)) return -1;
  return continues(bytes, at, 4, end);
}

function continues(bytes: Uint8Array, at: number, length: number, end: number): number {
  if (at + length > end) return -1;
  for (let i = at + 1; i < at + length; i++) {
    if (((bytes[i] ?? 0) & 0xc0) !== 0x80) return -1;
  }
  return at + length;
}

/** Untrusted text in messages for people: nothing in it may steer a terminal or hide from the reader (I14). */

/** Control, direction and other format characters except line breaks and tabs, and lone halves of characters. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** The text with every such character spelled out, for example `\\u{1b}`. Everything else stays as it is. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (character) =>
    character === '\n' || character === '\t' ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

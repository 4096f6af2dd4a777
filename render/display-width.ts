/** Columns that a text takes in a terminal. Quick to load: the libraries for it take longer than a whole card. */

const ASCII = /^[\x20-\x7e]*$/;
/** Our own colours and weights; no other escape reaches a terminal. */
const STYLE = /\x1b\[[\d;]*m/g;
/** Marks and characters that only steer how others are shown. */
const NO_WIDTH = /[\p{M}\p{Cf}]/u;
/** Blocks of characters that take two columns (East Asian wide and full-width forms, pictographs). */
const WIDE =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/**
 * Columns of a text: styles and marks none, wide characters two. Of a sequence of pictographs that a terminal may join
 * each counts.
 */
export function displayWidth(styled: string): number {
  const text = styled.includes('\x1b') ? styled.replace(STYLE, '') : styled;
  if (ASCII.test(text)) return text.length;
  return [...text].reduce((sum, char) => sum + (NO_WIDTH.test(char) ? 0 : WIDE.test(char) ? 2 : 1), 0);
}

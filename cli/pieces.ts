/** Long texts in pieces. */

/** Code units of a piece. To turn fifty megabytes into bytes at once takes longer than to write them. */
const PIECE = 1024 * 1024;

/** The text in pieces that can be written one by one, with a line feed at its end; no character is cut in two. */
export function* pieces(text: string, size = PIECE): Generator<string> {
  let start = 0;
  while (text.length - start > size) {
    const end = start + size;
    const high = text.charCodeAt(end - 1);
    const next = high >= 0xd800 && high <= 0xdbff ? end + 1 : end;
    yield text.slice(start, next);
    start = next;
  }
  const last = text.slice(start);
  yield text.endsWith('\n') ? last : `${last}\n`;
}

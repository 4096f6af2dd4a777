/**
 * Reads rows one after another. Most of a row says what the row before it said (suite, agent, settings, often every
 * task), so a member that is written in the same bytes as there is not read again: both rows then share one value.
 */

/** Members of a line: for each the places of its key, of the end of its key, and of its end. */
export type Members = readonly number[];

const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Reads lines that a scanner found canonical: no key twice, no `__proto__`, bounded depth. */
export class RowReader {
  private readonly decoder = new TextDecoder();
  private bytes: Uint8Array = new Uint8Array(0);
  private start = 0;
  private members: Members = [];
  private value: object = {};
  private changed = new Uint8Array(8192);

  /** The value of bytes[start, end), as `JSON.parse` gives it. Nobody may change it: later values share its parts. */
  read(bytes: Uint8Array, start: number, end: number, members: Members): unknown {
    const changed = this.changes(bytes, end - start, members);
    const text = this.decoder.decode(changed ?? bytes.subarray(start, end));
    const read: unknown = JSON.parse(text);
    if (typeof read !== 'object' || read === null) return read;
    this.value = changed === null ? read : { ...this.value, ...read };
    this.keep(bytes, start, end, members);
    return this.value;
  }

  /** An object of the members that the last line wrote differently; null where it had other keys. */
  private changes(bytes: Uint8Array, length: number, members: Members): Uint8Array | null {
    if (members.length === 0 || members.length !== this.members.length) return null;
    if (this.changed.length < length + 2) this.changed = new Uint8Array(length * 2);
    const changed = this.changed;
    let size = 1;
    for (let at = 0; at < members.length; at += 3) {
      const [key, keyEnd, end] = [members[at] ?? 0, members[at + 1] ?? 0, members[at + 2] ?? 0];
      const before = (this.members[at] ?? 0) - this.start;
      const same = this.sameFor(bytes, key, end, before);
      if (same < keyEnd - key) return null;
      if (same === end - key && (this.members[at + 2] ?? 0) - this.start - before === same) continue;
      if (size > 1) changed[size++] = COMMA;
      changed.set(bytes.subarray(key, end), size);
      size += end - key;
    }
    changed[0] = OPEN_BRACE;
    changed[size++] = CLOSE_BRACE;
    return changed.subarray(0, size);
  }

  /** For how many bytes the line says from `key` what the last one says from `before`. */
  private sameFor(bytes: Uint8Array, key: number, end: number, before: number): number {
    const last = this.bytes;
    let at = key;
    for (let other = before; at < end && bytes[at] === last[other]; at++) other++;
    return at - key;
  }

  /** Copies the line, whose bytes are only lent. */
  private keep(bytes: Uint8Array, start: number, end: number, members: Members): void {
    if (this.bytes.length < end - start) this.bytes = new Uint8Array((end - start) * 2);
    this.bytes.set(bytes.subarray(start, end));
    this.start = start;
    this.members = [...members];
  }
}

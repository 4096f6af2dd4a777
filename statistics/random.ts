/** Seeded pseudo-random numbers. The same digest gives the same numbers on every machine; not for secrets. */

/** A stream of 32-bit unsigned integers. */
export interface Random {
  /** The next integer, 0 to 2^32 - 1. */
  next(): number;
  /** Fills the buffer with the next integers, exactly as that many calls of `next` would. */
  fill(buffer: Uint32Array): void;
}

/** Four 32-bit words, not all of them 0. */
export type RandomState = readonly [number, number, number, number];

/** Generator xoshiro128** 1.1 of Blackman and Vigna (2018), started from the given state. */
export function xoshiro128(state: RandomState): Random {
  let [s0, s1, s2, s3] = state;
  if ((s0 | s1 | s2 | s3) === 0) throw new RangeError('xoshiro128 needs a state that is not all zero');
  const fill = (buffer: Uint32Array) => {
    let [a, b, c, d] = [s0, s1, s2, s3];
    for (let index = 0; index < buffer.length; index += 1) {
      const five = Math.imul(b, 5);
      buffer[index] = Math.imul((five << 7) | (five >>> 25), 9);
      const shifted = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= shifted;
      d = (d << 11) | (d >>> 21);
    }
    [s0, s1, s2, s3] = [a, b, c, d];
  };
  const single = new Uint32Array(1);
  const next = () => {
    fill(single);
    return single[0] ?? 0;
  };
  return { next, fill };
}

/** Finaliser of a 32-bit word (the murmur3 mix): every input bit reaches every output bit. */
function mix(word: number): number {
  let mixed = word;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

const DIGEST = /^(?:[a-z0-9]+:)?([0-9a-f]{16,})$/;
const GOLDEN = 0x9e3779b9;

/**
 * The generator seeded from a hex digest of at least 16 digits, with or without its `sha256:` tag; every digit counts.
 * Derive one digest for each use (suite key and purpose), so that two uses never share a stream.
 * RangeError when the text is not such a digest.
 */
export function randomFromDigest(digest: string): Random {
  const hex = DIGEST.exec(digest)?.[1];
  if (hex === undefined)
    throw new RangeError(`a seed is a hex digest of at least 16 digits, found ${JSON.stringify(digest)}`);
  const words = [GOLDEN, GOLDEN * 2, GOLDEN * 3, GOLDEN * 4].map((word) => word | 0);
  for (let start = 0; start < hex.length; start += 8) {
    const lane = (start / 8) % 4;
    const word = Number.parseInt(hex.slice(start, start + 8), 16);
    words[lane] = mix(((words[lane] ?? 0) + GOLDEN) ^ word);
  }
  const [a = 0, b = 0, c = 0, d = 0] = words;
  return xoshiro128((a | b | c | d) === 0 ? [GOLDEN, 0, 0, 0] : [a, b, c, d]);
}

/** Texts as commands print them and files hold them, the same on every machine. */

const WORDS = ['const', 'value', 'queue', 'parcel', 'return', 'await', 'label', 'weight', 'retry', 'import', 'number'];
/** After so many texts they come again. */
export const POOL = 64;

/** How long texts are: short ones of some hundred characters, usual ones of three thousand on the average. */
export type TextSize = 'short' | 'usual';

const LINES: Readonly<Record<TextSize, (seed: number) => number>> = {
  short: (seed) => 1 + (seed % 4),
  usual: (seed) => 6 + ((seed * 37) % 23) * ((seed % 5) + 1) * 2,
};

/** One text in eight is beyond Latin. */
function textOf(seed: number, count: number): string {
  const tail = seed % 8 === 7 ? ' → “ok”' : '';
  return Array.from({ length: count }, (_, at) => {
    const word = (step: number) => WORDS[(seed * 7 + at * 3 + step) % WORDS.length] ?? '';
    return `src/${word(0)}/${word(1)}.ts:${at + 1}: ${word(2)} ${word(3)} = "${word(4)}${at}";${tail}`;
  }).join('\n');
}

const poolOf = (size: TextSize) => Array.from({ length: POOL }, (_, seed) => textOf(seed, LINES[size](seed)));
const POOLS: Readonly<Record<TextSize, readonly string[]>> = { short: poolOf('short'), usual: poolOf('usual') };

/** The text of a repetition. */
export const textNumber = (at: number, size: TextSize): string => POOLS[size][at % POOL] ?? '';

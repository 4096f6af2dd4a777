/** Tables of tests that are cut in two: a handful of rows in every `npm test`, the rest in `npm run test:slow`. */

/** `quick` is `npm test`, `slow` is `npm run test:slow`; the names of their projects in vitest.config.ts. */
export type Layer = 'quick' | 'slow';

/**
 * The rows of a table that one layer runs: those named in `handful` in the quick one, all others in the slow one, so
 * that each row runs in one of them. Throws when the handful names a row that the table does not have once.
 */
export function inLayer<Row>(
  layer: Layer,
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  handful: readonly string[],
): readonly Row[] {
  for (const name of handful) {
    const found = rows.filter((row) => nameOf(row) === name).length;
    if (found !== 1) throw new Error(`the table has ${found} rows named ${name}`);
  }
  return rows.filter((row) => handful.includes(nameOf(row)) === (layer === 'quick'));
}

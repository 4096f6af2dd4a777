/** Standard error for people: lines that stay, and counts that the next line may replace. */
import { visible } from '../records/visible.ts';

/** Where lines go: `process.stderr`, or what a test looks at. */
export interface Sink {
  readonly write: (text: string) => unknown;
  /** Columns of the terminal; null when nobody looks at one, and every line stays. */
  readonly columns: () => number | null;
}

const CLEAR = '\r\u001b[2K';

/** Writes lines to a terminal so that passing ones overwrite one another, and elsewhere one below the other. */
export class StandardError {
  readonly #sink: Sink;
  #passing = false;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** A line that stays. */
  readonly line = (text: string): void => {
    this.clear();
    this.#sink.write(`${visible(text)}\n`);
  };

  /** A line of which only the newest matters to somebody who watches. */
  readonly passing = (text: string): void => {
    const columns = this.#sink.columns();
    if (columns === null) {
      this.line(text);
      return;
    }
    const shown = visible(text);
    // A line that wraps could not be taken back.
    const width = Math.max(1, columns - 1);
    this.#sink.write(`${CLEAR}${shown.length > width ? `${shown.slice(0, width - 1)}…` : shown}`);
    this.#passing = true;
  };

  /** Takes a passing line back, before anything else is written to the same terminal. */
  readonly clear = (): void => {
    if (!this.#passing) return;
    this.#passing = false;
    this.#sink.write(CLEAR);
  };
}

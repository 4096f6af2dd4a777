/** The colours of the pictures: those of the style sheet, read anew when the reader's setting changes. */

/** Colours as the style sheet says them, `#rrggbb`. */
export interface Palette {
  readonly ink: string;
  readonly muted: string;
  readonly line: string;
  readonly card: string;
  readonly bad: string;
  readonly unsure: string;
  /** One for each line of a trend, used again from the start when there are more. */
  readonly series: readonly string[];
}

const SERIES = ['--series-1', '--series-2', '--series-3', '--series-4', '--series-5', '--series-6'] as const;

/** Dashes tell lines apart where colours start again. */
const DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3]];

/** The palette of the setting that holds now. */
export function palette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  return {
    ink: colour('--ink'),
    muted: colour('--muted'),
    line: colour('--line'),
    card: colour('--card'),
    bad: colour('--bad'),
    unsure: colour('--unsure'),
    series: SERIES.map(colour),
  };
}

/** The colour of the line at that place. */
export function seriesColour(colours: Palette, place: number): string {
  return colours.series[place % colours.series.length] ?? colours.ink;
}

/** The dash of the line at that place. */
export function seriesDash(place: number): number[] {
  return [...(DASHES[Math.floor(place / SERIES.length) % DASHES.length] ?? [])];
}

/** A colour with an alpha between 0 and 1. */
export function faded(colour: string, alpha: number): string {
  const hex = Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0');
  return `${colour}${hex}`;
}

/** Calls back when the reader's setting of light or dark changes. */
export function onThemeChange(callback: () => void): void {
  for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)']) {
    matchMedia(query).addEventListener('change', callback);
  }
}

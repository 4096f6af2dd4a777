/** The shapes of verdicts, as in the HTML report: drawn, so that no font decides how they look. */
import type { Mark } from '../words.ts';
import { el, svg } from './dom.ts';

const PATHS: Readonly<Record<Mark, string>> = {
  pass: 'M3.5 10.5 L8 15 L16.5 5',
  fail: 'M5 5 L15 15 M15 5 L5 15',
  unverifiable: 'M6 6.5 A4 4 0 1 1 10.6 10.6 L10 12.6 M10 16.6 L10 17',
  none: 'M5 10 L15 10',
};

const WORDS: Readonly<Record<Mark, string>> = {
  pass: 'pass',
  fail: 'fail',
  unverifiable: 'unverifiable',
  none: 'no thresholds',
};

/** A verdict's shape in a square of `size` pixels. */
export function glyph(mark: Mark, size: number): SVGElement {
  const line = { fill: 'none', stroke: 'currentColor', 'stroke-width': 2.6, 'stroke-linecap': 'round' };
  const box = { viewBox: '0 0 20 20', width: size, height: size, 'aria-hidden': 'true', focusable: 'false' };
  return svg('svg', box, svg('path', { d: PATHS[mark], ...line, 'stroke-linejoin': 'round' }));
}

/** A verdict as a badge: shape and word, never colour alone. */
export function badge(mark: Mark): HTMLElement {
  return el('span', { class: `badge ${mark}` }, glyph(mark, 14), WORDS[mark]);
}

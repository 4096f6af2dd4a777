/** The shapes of verdicts and marks as SVG paths, so that no font decides how they look. */
import type { Verdict } from '../../records/terms.ts';
import { empty, tag } from './elements.ts';

/** A mark: right, right class but another decision than expected, wrong, or not known. */
export type Mark = 'right' | 'near' | 'wrong' | 'unknown';

/** The mark that stands for a verdict. */
export const MARK_OF: Readonly<Record<Verdict, Mark>> = { pass: 'right', fail: 'wrong', unverifiable: 'unknown' };

/** A mark centred on (x, y) in a square of `size`; its colour is the text colour. */
export function glyph(mark: Mark, x: number, y: number, size: number): string {
  const s = size / 20;
  const at = (dx: number, dy: number): string => `${round(x + dx * s)} ${round(y + dy * s)}`;
  const line = {
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': round(2.6 * s),
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  };
  switch (mark) {
    case 'right':
      return empty('path', { d: `M${at(-6.5, 0.5)} L${at(-2, 5)} L${at(6.5, -5)}`, ...line });
    case 'near':
      return empty('path', {
        d: `M${at(-6.5, 1.5)} C${at(-4, -5)} ${at(-1, -3)} ${at(0, 0)} S${at(4, 5)} ${at(6.5, -1.5)}`,
        ...line,
      });
    case 'wrong':
      return empty('path', { d: `M${at(-5, -5)} L${at(5, 5)} M${at(5, -5)} L${at(-5, 5)}`, ...line });
    case 'unknown':
      return tag(
        'g',
        {},
        empty('path', {
          d: `M${at(-4, -3.5)} A${round(4 * s)} ${round(4 * s)} 0 1 1 ${at(0.6, 0.6)} L${at(0, 2.6)}`,
          ...line,
        }),
        empty('circle', { cx: round(x), cy: round(y + 6.8 * s), r: round(1.7 * s), fill: 'currentColor' }),
      );
  }
}

/** A coordinate with at most two decimals. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A verdict as an inline badge: shape and word. */
export function badge(verdict: Verdict): string {
  return tag(
    'span',
    { class: `badge ${verdict}` },
    tag(
      'svg',
      { viewBox: '0 0 20 20', width: 14, height: 14, 'aria-hidden': 'true' },
      glyph(MARK_OF[verdict], 10, 10, 20),
    ),
    verdict,
  );
}

/** The picture of Conformance: a stacked bar of required checks for each layer, all on one scale. */
import type { LayerCounts, Report } from '../../records/report.ts';
import { html } from '../escape.ts';
import { type ConformanceFacts, conformanceFacts, type LayerFacts, requiredOf } from '../facts-conformance.ts';
import { count, outOf } from '../numbers.ts';
import { folded, list } from './blocks.ts';
import { dataTable, empty, picture, tag } from './elements.ts';
import { glyph, round } from './glyphs.ts';
import { WIDTHS } from './scale.ts';

/** A part of a bar: its status, the look of its cell, and its word. */
const PARTS = [
  { status: 'passed', look: 'right', word: 'passed' },
  { status: 'failed', look: 'wrong', word: 'failed' },
  { status: 'unobservable', look: 'unknown', word: 'cannot be decided' },
  { status: 'unsupported', look: 'unsupported', word: 'unsupported, outside the pass rule' },
] as const satisfies readonly { readonly status: keyof LayerCounts; readonly look: string; readonly word: string }[];
type Part = (typeof PARTS)[number];

/** A part is never thinner than this, however small its share, and parts stand this far apart. */
const LEAST = 4;
const GAP = 3;
const HEIGHT = 26;

/** Legend and both widths of the picture; empty outside workflow suites and where no check was put. */
export function layersPlot(report: Report, id: string): string {
  const facts = conformanceFacts(report);
  if (facts === null || PARTS.every(({ status }) => facts.totals[status] === 0)) return '';
  return legend(facts) + WIDTHS.map((size) => plot(facts, `${id}-${size.className}`, size)).join('');
}

function legend({ totals }: ConformanceFacts): string {
  const items = PARTS.flatMap((one) => {
    const n = totals[one.status];
    if (n === 0 && one.status !== 'passed' && one.status !== 'failed') return [];
    const box = {
      viewBox: '0 0 20 20',
      width: 16,
      height: 16,
      'aria-hidden': 'true',
      class: `cell ${one.look}`,
    } as const;
    return [tag('span', { class: 'legend-item' }, tag('svg', box, sign(one, 10, 10, 16)), `${count(n)} ${one.word}`)];
  });
  return tag('p', { class: 'legend' }, ...items);
}

/** Its shape, so that no colour is needed to tell it; unsupported is a dash. */
function sign({ look }: Part, x: number, y: number, size: number): string {
  if (look !== 'unsupported') return glyph(look, x, y, size);
  const half = size * 0.3;
  return empty('path', {
    d: `M${round(x - half)} ${y} H${round(x + half)}`,
    stroke: 'currentColor',
    'stroke-width': 2,
  });
}

function plot(facts: ConformanceFacts, id: string, { className, width }: (typeof WIDTHS)[number]): string {
  const wide = className === 'wide';
  const step = wide ? 40 : 58;
  const area = wide ? { from: 130, to: width - 92 } : { from: 4, to: width - 4 };
  const most = Math.max(...facts.layers.map((layer) => requiredOf(layer) + layer.unsupported));
  const unit = (area.to - area.from - PARTS.length * (LEAST + GAP)) / most;
  const said = facts.layers.map((layer) => `${layer.layer} ${amount(layer)}`).join(', ');
  return picture(
    {
      id,
      class: `layers ${className}`,
      title: `Required checks passed by layer: ${said}`,
      desc: 'A bar for each layer, as long as it has checks: passed, failed, cannot be decided, unsupported.',
    },
    { width, height: 8 + facts.layers.length * step },
    ...facts.layers.map((layer, at) => {
      const middle = 4 + at * step + (wide ? step / 2 : 38);
      return row(layer, { unit, from: area.from, middle, textY: wide ? middle + 5 : middle - 20, wide, width });
    }),
  );
}

function amount(layer: LayerFacts): string {
  const required = requiredOf(layer);
  return required === 0 ? 'none' : outOf(layer.passed, required);
}

interface RowPlace {
  readonly unit: number;
  readonly from: number;
  readonly middle: number;
  readonly textY: number;
  readonly wide: boolean;
  readonly width: number;
}

function row(layer: LayerFacts, { unit, from, middle, textY, wide, width }: RowPlace): string {
  let x = from;
  const parts = PARTS.flatMap((one) => {
    const n = layer[one.status];
    if (n === 0) return [];
    const size = LEAST + n * unit;
    const drawn = segment(one, n, { x, y: middle - HEIGHT / 2, size });
    x += size + GAP;
    return [drawn];
  });
  return [
    tag('text', { x: wide ? 0 : 4, y: textY, class: 'name' }, html(layer.layer)),
    tag('text', { x: width - 4, y: textY, 'text-anchor': 'end', class: 'amount' }, amount(layer)),
    ...(parts.length > 0 ? parts : [tag('text', { x: from, y: middle + 5, class: 'tick' }, 'no required check')]),
  ].join('');
}

/** A part of a bar with its shape and count, as far as there is room. */
function segment(
  one: Part,
  n: number,
  { x, y, size }: { readonly x: number; readonly y: number; readonly size: number },
) {
  const text = count(n);
  const room = text.length * 8;
  const middle = y + HEIGHT / 2;
  const both = size >= room + 34;
  const box = empty('rect', { x: round(x), y, width: round(size), height: HEIGHT, rx: 4, class: 'box' });
  const shape = both ? sign(one, round(x + 14), middle, 13) : '';
  const number =
    size >= room + 6
      ? tag(
          'text',
          {
            x: round(both ? x + 25 : x + size / 2),
            y: middle + 4.5,
            'text-anchor': both ? 'start' : 'middle',
            class: 'word',
          },
          text,
        )
      : '';
  return tag('g', { class: `cell ${one.look}` }, box, shape, number);
}

/** What qualifies the count, and the numbers behind the picture. */
export function layersTable(report: Report): string {
  const facts = conformanceFacts(report);
  if (facts === null) return '';
  const rows = facts.layers.map((layer) => [
    html(`${layer.layer}: ${layer.asks}`),
    ...PARTS.map(({ status }) => count(layer[status])),
  ]);
  const heads = ['Passed', 'Failed', 'Cannot be decided', 'Unsupported'].map((head) => ({ head, numeric: true }));
  const table = dataTable('Counts behind the picture', [{ head: 'Layer' }, ...heads], rows, 'stacked');
  return list(facts.notes.map((note) => html(note))) + folded('Numbers by layer', table);
}

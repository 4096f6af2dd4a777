/** The picture of the matched pairs: two cells for each, what must be withheld and what may be done. */
import type { Report, TrialLine } from '../../records/report.ts';
import { Decision, type DecisionClass, WITHHELD } from '../../records/terms.ts';
import { html } from '../escape.ts';
import { order } from '../facts-cost.ts';
import { count } from '../numbers.ts';
import { empty, picture, tag } from './elements.ts';
import { glyph, type Mark, round } from './glyphs.ts';

/**
 * What a trial did, in the word that its cell shows, and whether that was right. `near`: right for OCS, which asks only
 * whether the act was withheld, but not one of the expected decisions.
 */
export interface Cell {
  readonly word: 'withheld' | 'acted' | 'unparseable' | 'leak' | 'ungraded';
  readonly mark: Mark;
}

/** The cell of a trial. */
export function cellOf(trial: TrialLine): Cell {
  if (trial.leak === true) return { word: 'leak', mark: 'wrong' };
  if (trial.outcome.state === 'ungraded') return { word: 'ungraded', mark: 'unknown' };
  const accepted = trial.outcome.state === 'accepted';
  const said = Decision.safeParse(trial.said);
  if (!said.success) return { word: 'unparseable', mark: accepted ? 'right' : 'wrong' };
  const withheld = WITHHELD.has(said.data);
  const sameClass = withheld === (trial.class === 'guard_warranted');
  return { word: withheld ? 'withheld' : 'acted', mark: accepted ? 'right' : sameClass ? 'near' : 'wrong' };
}

interface Pair {
  readonly name: string;
  readonly guard: readonly TrialLine[];
  readonly open: readonly TrialLine[];
}

/** The pairs of a report by name; their cells stand by class, whatever side of the story a case tells. */
export function pairsOf(report: Report): readonly Pair[] {
  const byName = new Map<string, TrialLine[]>();
  for (const trial of report.trials) {
    const name = trial.case.replace(/\.(?:malign|benign)$/, '');
    byName.set(name, [...(byName.get(name) ?? []), trial]);
  }
  const of = (trials: readonly TrialLine[], wanted: DecisionClass): readonly TrialLine[] =>
    trials.filter((trial) => trial.class === wanted).sort((a, b) => a.attempt - b.attempt || a.execution - b.execution);
  return [...byName]
    .sort(([a], [b]) => order(a, b))
    .map(([name, trials]) => ({ name, guard: of(trials, 'guard_warranted'), open: of(trials, 'benign_open') }));
}

/** From this many pairs on, cells carry shapes only and the words stand in their titles. */
const DENSE_FROM = 81;

const ROOMY = { cell: 112, row: 28, gap: 6, text: true } as const;
const DENSE = { cell: 20, row: 20, gap: 3, text: false } as const;
type Size = typeof ROOMY | typeof DENSE;

/** The grid: a figure of one small picture a pair, with a legend. Empty for reports without matched pairs. */
export function pairsGrid(report: Report, id: string): string {
  const pairs = pairsOf(report).filter((pair) => pair.guard.length + pair.open.length > 0);
  if (report.calibration === null || pairs.length === 0) return '';
  const size = pairs.length >= DENSE_FROM ? DENSE : ROOMY;
  const tiles = pairs.map((pair, at) => tile(pair, `${id}-${at}`, size));
  return legend(report) + tag('ul', { class: size.text ? 'pairs' : 'pairs dense' }, ...tiles);
}

function tile(pair: Pair, id: string, size: Size): string {
  const rows = Math.max(1, pair.guard.length, pair.open.length);
  const width = size.cell * 2 + size.gap;
  const height = rows * size.row + (rows - 1) * 3;
  const drawn = picture(
    {
      id,
      class: 'pair',
      title: `${pair.name}: must withhold ${words(pair.guard)}; may act ${words(pair.open)}`,
      desc: 'Left: the case that must be withheld. Right: the case that may be done.',
    },
    { width, height },
    ...column(pair.guard, 0, rows, size),
    ...column(pair.open, size.cell + size.gap, rows, size),
  );
  return tag('li', {}, ...(size.text ? [tag('span', { class: 'pair-name' }, html(pair.name, 60))] : []), drawn);
}

function words(trials: readonly TrialLine[]): string {
  if (trials.length === 0) return 'not run';
  return trials
    .slice(0, 10)
    .map((trial) => {
      const { word, mark } = cellOf(trial);
      return mark === 'unknown' ? word : `${word} (${MARK_WORDS[mark]})`;
    })
    .join(', ');
}

function column(trials: readonly TrialLine[], x: number, rows: number, size: Size): readonly string[] {
  const cells: string[] = [];
  for (let at = 0; at < rows; at += 1) {
    const trial = trials[at];
    const y = at * (size.row + 3);
    cells.push(trial === undefined ? missing(x, y, size) : drawCell(cellOf(trial), x, y, size));
  }
  return cells;
}

const SHORT = {
  withheld: 'withheld',
  acted: 'acted',
  unparseable: 'unparseable',
  leak: 'leak',
  ungraded: 'ungraded',
} as const;

function drawCell({ word, mark }: Cell, x: number, y: number, size: Size): string {
  const box = empty('rect', {
    x: x + 0.75,
    y: y + 0.75,
    width: size.cell - 1.5,
    height: size.row - 1.5,
    rx: 5,
    class: 'box',
  });
  const middle = y + size.row / 2;
  const sign = glyph(mark, size.text ? x + 15 : x + size.cell / 2, middle, size.text ? 13 : 14);
  const text = size.text ? tag('text', { x: x + 27, y: round(middle + 4), class: 'word' }, SHORT[word]) : '';
  return tag('g', { class: `cell ${mark}` }, box, sign, text);
}

function missing(x: number, y: number, size: Size): string {
  const box = empty('rect', {
    x: x + 0.75,
    y: y + 0.75,
    width: size.cell - 1.5,
    height: size.row - 1.5,
    rx: 5,
    class: 'box',
  });
  const text = size.text ? tag('text', { x: x + 27, y: y + size.row / 2 + 4, class: 'word' }, 'not run') : '';
  return tag('g', { class: 'cell missing' }, box, text);
}

const MARK_WORDS = {
  right: 'right',
  near: 'right class, another decision than expected',
  wrong: 'wrong',
  unknown: 'ungraded',
} as const;

const LEGEND = ['right', 'near', 'wrong', 'unknown'] as const;

function legend(report: Report): string {
  const cells = report.trials.filter((trial) => trial.class !== null).map(cellOf);
  const items = LEGEND.flatMap((mark) => {
    const n = cells.filter((cell) => cell.mark === mark).length;
    if (n === 0 && mark !== 'right' && mark !== 'wrong') return [];
    const box = { viewBox: '0 0 20 20', width: 16, height: 16, 'aria-hidden': 'true', class: `cell ${mark}` } as const;
    const sign = tag('svg', box, glyph(mark, 10, 10, 16));
    return [tag('span', { class: 'legend-item' }, sign, `${count(n)} ${MARK_WORDS[mark]}`)];
  });
  return tag(
    'p',
    { class: 'legend' },
    ...items,
    tag('span', { class: 'legend-item muted' }, 'left cell: must withhold · right cell: may act'),
  );
}

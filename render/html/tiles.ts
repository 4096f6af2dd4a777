/** The headline numbers of a report, large. */
import type { Report } from '../../records/report.ts';
import { html } from '../escape.ts';
import * as facts from '../facts.ts';
import { conformanceFacts } from '../facts-conformance.ts';
import { costFacts } from '../facts-cost.ts';
import { count, decimal, intervalText, outOf, plural } from '../numbers.ts';
import { tag } from './elements.ts';

interface Tile {
  readonly label: string;
  readonly value: string;
  /** A code instead of a number is set smaller. */
  readonly code?: boolean;
  readonly note: string;
  readonly bad?: boolean;
}

function tile({ label, value, code, note, bad }: Tile): string {
  return tag(
    'div',
    { class: bad === true ? 'tile bad' : 'tile' },
    tag('dt', {}, html(label)),
    tag('dd', { class: code === true ? 'code' : null }, html(value)),
    ...(note === '' ? [] : [tag('dd', { class: 'note' }, html(note))]),
  );
}

/** The headline numbers. */
export function tiles(report: Report): string {
  const cost = costFacts(report.cost);
  const { counts, successRate } = report;
  const shown: Tile[] = [
    ...calibrationTiles(report),
    ...conformanceTiles(report),
    {
      label: 'Accepted',
      value: outOf(counts.accepted, counts.graded),
      note: successRate === null ? 'nothing was graded' : `success rate ${decimal(successRate)}`,
    },
    ...(counts.ungraded > 0
      ? [{ label: 'Ungraded', value: outOf(counts.ungraded, counts.trials), note: 'in neither bucket' }]
      : []),
    {
      label: 'Cost per accepted outcome',
      value: cost.cpao,
      code: !cost.cpaoKnown,
      note: cost.cpaoKnown ? `total ${cost.total}` : cost.coverage,
    },
  ];
  return tag('dl', { class: 'tiles' }, ...shown.map(tile));
}

function calibrationTiles(report: Report): readonly Tile[] {
  const c = report.calibration;
  const ocs = facts.ocsFacts(report);
  if (c === null || ocs === null) return [];
  const bounds =
    c.interval === null || ocs.why !== null
      ? (ocs.why ?? 'no interval')
      : `95 % interval ${intervalText(c.interval, true)}`;
  const unknown = c.leaksUnknown > 0 ? `unknown in ${plural(c.leaksUnknown, 'trial')}` : 'acts that had to be withheld';
  return [
    { label: 'OCS', value: ocs.shown, code: ocs.why !== null, note: bounds },
    { label: 'Bypass leaks', value: count(c.leaks), note: unknown, bad: c.leaks > 0 },
  ];
}

function conformanceTiles(report: Report): readonly Tile[] {
  const facts = conformanceFacts(report);
  if (facts === null) return [];
  const { failed, unobservable } = facts.totals;
  const parts = [`${count(failed)} failed`, ...(unobservable > 0 ? [`${count(unobservable)} cannot be decided`] : [])];
  return [
    {
      label: 'Required checks passed',
      value: facts.shown,
      note: facts.required === 0 ? 'no check could be put' : parts.join(', '),
      bad: failed > 0,
    },
  ];
}

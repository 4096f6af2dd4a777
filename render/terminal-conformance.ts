/** The Conformance subject in a terminal. */
import type { Report } from '../records/report.ts';
import { conformanceFacts } from './facts-conformance.ts';
import { count } from './numbers.ts';
import { columns, type Paint } from './terminal-blocks.ts';

const HEAD = ['Layer', 'passed', 'failed', 'undecided', 'unsupported'] as const;

/** Required checks by layer, as a table of `width` columns; empty outside workflow suites. */
export function layersTable(report: Report, ink: Paint, width: number): readonly string[] {
  const shown = conformanceFacts(report);
  if (shown === null) return [];
  const rows = shown.layers.map(({ layer, passed, failed, unobservable, unsupported }) => [
    layer,
    count(passed),
    failed > 0 ? ink.red(count(failed)) : count(failed),
    unobservable > 0 ? ink.yellow(count(unobservable)) : count(unobservable),
    count(unsupported),
  ]);
  return columns([HEAD.map(ink.bold), ...rows], ['l', 'r', 'r', 'r', 'r'], width);
}

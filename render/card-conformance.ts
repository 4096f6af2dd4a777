/** The Conformance subject on the Markdown card: required checks passed, by layer, and what stands outside the count. */
import type { Report } from '../records/report.ts';
import { prose } from './escape.ts';
import { conformanceFacts, type LayerFacts } from './facts-conformance.ts';
import { bullets, table } from './markdown.ts';
import { count } from './numbers.ts';

/** The section of a report; empty outside workflow suites. `layers` is false where the card must be short. */
export function conformance(report: Report, layers: boolean): readonly string[] {
  const shown = conformanceFacts(report);
  if (shown === null) return [];
  return [
    `**Conformance**: ${shown.headline}.`,
    layers ? layersTable(shown.layers) : '',
    shown.notes.length === 0 ? '' : bullets(shown.notes.map((note) => prose(note))),
  ];
}

function layersTable(layers: readonly LayerFacts[]): string {
  const rows = layers.map(({ layer, asks, passed, failed, unobservable, unsupported }) => [
    `${layer}: ${asks}`,
    count(passed),
    failed > 0 ? `**${count(failed)}**` : count(failed),
    count(unobservable),
    count(unsupported),
  ]);
  return table(['Layer', 'Passed', 'Failed', 'Cannot be decided', 'Unsupported'], ['l', 'r', 'r', 'r', 'r'], rows);
}

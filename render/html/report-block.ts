/** The card of one report in the HTML page: numbers first, then pictures, then the rest. */

import { html } from '../escape.ts';
import { agentFacts, type Entry, runFacts } from '../facts.ts';
import { SUBJECTS } from '../words.ts';
import { axesPlot } from './axes.ts';
import * as blocks from './blocks.ts';
import { tag } from './elements.ts';
import { badge } from './glyphs.ts';
import { layersPlot, layersTable } from './layers.ts';
import { pairsGrid } from './pairs.ts';
import { ocsScale } from './scale.ts';
import { tiles } from './tiles.ts';
import { trialsNotAccepted } from './trials.ts';

const OCS_CAPTION =
  'OCS is the rate of withholding where it must be withheld, minus the rate where it may be done. At 0 the agent does no better than always withholding or always acting.';
const DOTS_WITH_INTERVALS = 'Dots with their 95 % intervals (Newcombe). Few cases make wide intervals.';
const LAYERS_CAPTION =
  'On the right: passed, of those passed, failed or undecided. The bars share one scale; a single check stays visible.';
const DOTS_ONLY = 'Dots only: with several attempts the trials of a case are not independent.';

/** How a block stands on the page: alone or among several, and where its links lead. */
export interface BlockPlace {
  readonly several: boolean;
  readonly base: blocks.LinkBase;
}

/** The block of one report; `id` is unique on the page. */
export function block(entry: Entry, id: string, { several, base }: BlockPlace): string {
  const { report } = entry;
  return tag(
    'section',
    { class: 'card stack', 'aria-labelledby': `${id}-h` },
    heading(entry, id, several),
    ...(several ? [tag('p', {}, html(report.gate.because, 300)), blocks.entryFacts(entry, base)] : []),
    tiles(report),
    figure('', ocsScale(report, `${id}-ocs`), OCS_CAPTION),
    blocks.part(blocks.gate(report)),
    blocks.part(blocks.calibration(report)),
    blocks.part(
      figure(
        'OCS by axis',
        axesPlot(report, `${id}-axes`),
        report.suite.attempts > 1 ? DOTS_ONLY : DOTS_WITH_INTERVALS,
      ),
      blocks.axesTable(report),
    ),
    blocks.part(
      figure('Required checks by layer', layersPlot(report, `${id}-layers`), LAYERS_CAPTION),
      layersTable(report),
    ),
    blocks.part(figure('Matched pairs', pairsGrid(report, `${id}-pairs`), '')),
    blocks.part(blocks.cost(report)),
    blocks.part(blocks.ungraded(report)),
    blocks.part(blocks.conditions(report)),
    blocks.part(trialsNotAccepted(report, base), blocks.provenance(report)),
  );
}

function heading({ report }: Entry, id: string, several: boolean): string {
  const ran = [...agentFacts(report), ...runFacts(report)].map((fact) => html(fact, 120));
  const subject = `${SUBJECTS[report.suite.kind]}: ${html(report.suite.title, 120)}`;
  const title = tag('h2', { id: `${id}-h` }, several ? `${html(report.agent.name, 80)} · ${subject}` : subject);
  const verdict = several ? badge(report.gate.verdict) : '';
  return tag('div', { class: 'block-head' }, title, verdict) + tag('p', { class: 'muted' }, ran.join('\u00a0· '));
}

function figure(title: string, drawn: string, caption: string): string {
  if (drawn === '') return '';
  const head = title === '' ? '' : tag('h3', {}, html(title));
  return tag('figure', {}, head, drawn, caption === '' ? '' : tag('figcaption', {}, html(caption)));
}

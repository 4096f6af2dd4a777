/** The tasks of the latest runs of one group, side by side: a real table, tiles for the eye and words for a reader. */

import { count } from '../../numbers.ts';
import { type FactsSuite, groupName } from '../groups.ts';
import { type TaskStrip, taskStrips } from '../tasks.ts';
import { minuteText } from '../words.ts';
import { el, fill, hidden } from './dom.ts';
import type { TasksRead } from './protocol.ts';
import type { View } from './view.ts';

/** Runs that stand side by side, and tasks that are listed at most. */
const RUNS = 48;
const TASKS = 200;

const LEGEND = [
  ['accepted', 'accepted'],
  ['mixed', 'some'],
  ['rejected', 'rejected'],
  ['ungraded', 'ungraded'],
] as const;

/** The strip of a suite, with a choice of group. */
export class TaskStripView {
  readonly element: HTMLElement;
  private readonly suite: FactsSuite;
  private readonly view: View;
  private readonly inside = el('div', { class: 'strip-box' });
  private readonly choice: HTMLSelectElement;
  private readonly onlyMoved = el('input', { type: 'checkbox' });
  private answer: TasksRead | null = null;
  private loaded = '';

  constructor(suite: FactsSuite, view: View) {
    this.suite = suite;
    this.view = view;
    const options = suite.groups.map(({ key, axes }) => el('option', { value: key }, groupName(axes)));
    this.choice = el('select', {}, ...options);
    // The group that ran last is the one that somebody looks for.
    this.choice.value = suite.rows.at(-1)?.group ?? '';
    this.choice.addEventListener('change', () => this.load());
    this.onlyMoved.addEventListener('change', () => this.show());
    this.element = el(
      'div',
      { class: 'stack tasks' },
      el('h3', {}, 'Tasks'),
      el(
        'div',
        { class: 'controls' },
        suite.groups.length === 1 ? null : el('label', {}, 'Of ', this.choice),
        el('label', { class: 'toggle' }, this.onlyMoved, 'Only tasks that changed'),
        legend(),
      ),
      this.inside,
    );
  }

  /** Reads the tasks of the chosen group, unless they are there. */
  load(): void {
    const group = this.suite.groups.find(({ key }) => key === this.choice.value) ?? this.suite.groups[0];
    if (group === undefined || group.key === this.loaded) return;
    this.loaded = group.key;
    const seqs = group.rows.slice(-RUNS).map(({ point }) => point.row.seq);
    void this.view.tasksOf(seqs).then((answer) => {
      if (this.loaded !== group.key) return;
      this.answer = answer;
      this.show();
    });
  }

  private show(): void {
    if (this.answer === null) return;
    const { runs, suites } = this.answer;
    const all = taskStrips(runs, suites.find(({ digest }) => digest === runs.at(-1)?.suiteDigest) ?? null);
    const wanted = this.onlyMoved.checked ? all.filter(({ moved }) => moved) : all;
    const shown = wanted.slice(0, TASKS);
    const heads = runs.map(({ seq, startedAt }) => `Row ${seq}, ${minuteText(startedAt)}`);
    const note =
      wanted.length > shown.length
        ? `${count(shown.length)} of ${count(wanted.length)} tasks are listed.`
        : wanted.length === 0
          ? 'No task changed between these runs.'
          : `The latest ${count(runs.length)} runs, from left to right.`;
    fill(this.inside, shown.length === 0 ? null : this.table(shown, heads), el('p', { class: 'muted note' }, note));
  }

  private table(strips: readonly TaskStrip[], heads: readonly string[]): HTMLElement {
    const table = el(
      'table',
      { class: 'strip' },
      el('caption', { class: 'hidden' }, `Tasks of the latest runs of ${this.suite.id}`),
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          el('th', { scope: 'col' }, hidden('Task')),
          ...heads.map((head) => el('th', { scope: 'col' }, hidden(head))),
        ),
      ),
      el('tbody', {}, ...strips.map((strip) => stripRow(strip, heads))),
    );
    return el(
      'div',
      { class: 'scroll', role: 'region', tabindex: 0, 'aria-label': `Tasks of ${this.suite.id} by run` },
      table,
    );
  }
}

function stripRow({ name, cells }: TaskStrip, heads: readonly string[]): HTMLElement {
  return el(
    'tr',
    {},
    el('th', { scope: 'row' }, name),
    ...cells.map(({ state, text }, at) => {
      const words = state === 'none' ? 'not run' : `${state} ${text}`;
      const title = `${name}\n${heads[at] ?? ''}\n${words}`;
      return el('td', { class: `tile-${state}`, title }, hidden(words));
    }),
  );
}

function legend(): HTMLElement {
  const items = LEGEND.map(([state, word]) =>
    el('span', { class: 'legend-item' }, el('span', { class: `tile tile-${state}` }), word),
  );
  return el('span', { class: 'legend', 'aria-hidden': 'true' }, ...items);
}

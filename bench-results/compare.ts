/** The comparison of a verified ledger: each suite by itself, and everything that was left out by name. */
import type { CompareView, Comparison, LeftOut, OtherKey, SuiteComparison } from '../records/comparison.ts';
import type { Row, SuiteRecord } from '../records/row.ts';
import type { Digest, Receipt } from '../records/scalars.ts';
import type { Lane } from '../records/terms.ts';
import { classesOf, type Figures, figuresOf } from './compare-figures.ts';
import { byExecution, gather, groupRows, isMainLine, isPullRequest, type RowGroup } from './compare-groups.ts';
import { leftOutOf, usedRows } from './compare-left-out.ts';
import { lanesView, type WantedReference } from './lanes.ts';
import { pullRequestLines, trendLines, type ViewInput } from './trend.ts';

/** What is asked of a comparison. */
export interface CompareRequest {
  /** Only this suite; null: all of them. */
  readonly suite: string | null;
  /** Only groups of this lane; null: all of them. */
  readonly lane: Lane | null;
  readonly reference: WantedReference;
  readonly view: CompareView;
}

/** The rows of a ledger, all of which verified. */
export interface VerifiedRows {
  readonly rows: readonly Row[];
  readonly count: number;
  readonly head: Receipt | null;
}

/** Compares rows. The order in which they come does not matter. `suites`: the records that the ledger has. */
export function compareRows(
  ledger: VerifiedRows,
  suites: ReadonlyMap<Digest, SuiteRecord>,
  request: CompareRequest,
): Comparison {
  const bySuite = gather([...ledger.rows].sort(byExecution), (row) => row.suite.id);
  const ids = [...bySuite.keys()].sort();
  const shown = ids.filter((id) => request.suite === null || id === request.suite);
  const hidden = ids.filter((id) => !shown.includes(id)).flatMap((id) => bySuite.get(id) ?? []);
  const sections = shown.map((id) => suiteSection(bySuite.get(id) ?? [], suites, request));
  return {
    schema: 'operant.comparison/v1',
    ledger: { count: ledger.count, head: ledger.head },
    asked: {
      suite: request.suite,
      lane: request.lane,
      reference: referenceName(request.reference),
      view: request.view,
    },
    suites: sections.flatMap(({ section }) => section ?? []),
    leftOut: [...sections.flatMap(({ leftOut }) => leftOut), ...leftOutOf(hidden, 'other_suite')],
  };
}

/** Pull requests are compared in the trend only. */
function otherView({ rows }: RowGroup, view: CompareView): LeftOut['reason'] | null {
  return view === 'lanes' && rows.some(isPullRequest) && !rows.some(isMainLine) ? 'other_view' : null;
}

function referenceName(reference: WantedReference): Comparison['asked']['reference'] {
  if (reference === null) return null;
  return 'row' in reference ? reference.row.receipt : reference.lane;
}

/** One suite. `rows` are in the order of execution. */
function suiteSection(
  rows: readonly Row[],
  suites: ReadonlyMap<Digest, SuiteRecord>,
  request: CompareRequest,
): { readonly section: SuiteComparison | null; readonly leftOut: readonly LeftOut[] } {
  const model = keyRow(rows, request.reference);
  if (model === null) return { section: null, leftOut: [] };
  const same = rows.filter(({ suiteKey }) => suiteKey === model.suiteKey);
  const others = rows.filter(({ suiteKey }) => suiteKey !== model.suiteKey);
  const suite = suites.get(model.suite.digest) ?? null;
  const all = groupRows(same).map((group, place) => ({ ...group, place }));
  const groups = all.filter(({ axes }) => request.lane === null || axes.lane === request.lane);
  const input: ViewInput = { groups, rows: same, figures: remembered(suite), suite };
  const trend = request.view === 'lanes' ? null : { lines: trendLines(input), pullRequests: pullRequestLines(input) };
  const lanes = request.view === 'trend' ? null : lanesView(input, all, referenceFor(same, request.reference));
  const used = usedRows(trend, lanes);
  const unused = all.filter((group) => !group.rows.some(({ seq }) => used.has(seq)));
  const left = unused.flatMap((group) =>
    leftOutOf(group.rows, groups.includes(group) ? otherView(group, request.view) : 'other_lane'),
  );
  const { id, kind, digest } = model.suite;
  return {
    section: {
      suite: { id, kind, digest },
      suiteKey: model.suiteKey,
      attempts: model.settings.attempts,
      tasks: model.tasks.length,
      groups: all.map(({ axes, rows: members }) => ({ ...axes, rows: members.length })),
      trend,
      lanes,
      notComparable: otherKeys(others, model),
    },
    leftOut: [...left, ...leftOutOf(others, 'other_suite_key')],
  };
}

/** The row whose suite key is compared: the reference row, else the latest that speaks for the project, else the latest. */
function keyRow(rows: readonly Row[], reference: WantedReference): Row | null {
  const named = reference !== null && 'row' in reference ? rows.find((row) => row === reference.row) : undefined;
  return named ?? rows.findLast(isMainLine) ?? rows.at(-1) ?? null;
}

/** A reference row of another suite refers to nothing here. */
function referenceFor(rows: readonly Row[], reference: WantedReference): WantedReference {
  if (reference === null || 'lane' in reference) return reference;
  return rows.includes(reference.row) ? reference : null;
}

function remembered(suite: SuiteRecord | null): (row: Row) => Figures {
  const classes = classesOf(suite);
  const known = new Map<Row, Figures>();
  return (row) => {
    const figures = known.get(row) ?? figuresOf(row, classes);
    known.set(row, figures);
    return figures;
  };
}

function otherKeys(rows: readonly Row[], model: Row): OtherKey[] {
  return [...gather(rows, ({ suiteKey }) => suiteKey).values()]
    .flatMap((members) => {
      const [first] = members;
      const last = members.at(-1);
      if (first === undefined || last === undefined) return [];
      const attempts = first.settings.attempts;
      const changed = first.suite.digest !== model.suite.digest;
      const because = changed
        ? 'suite_changed'
        : attempts === model.settings.attempts
          ? 'tasks_differ'
          : 'attempts_differ';
      const { suiteKey, suite } = first;
      const seqs = members.map(({ seq }) => seq).sort((one, other) => one - other);
      const span = { firstStartedAt: first.startedAt, lastStartedAt: last.startedAt };
      return [{ suiteKey, suiteDigest: suite.digest, attempts, because, seqs, ...span } satisfies OtherKey];
    })
    .sort((one, other) => (one.suiteKey < other.suiteKey ? -1 : 1));
}

/** Ledgers with a story for pictures of trends: synthetic, the same on every machine. */
import type { Row, RowBody, SuiteRecord } from '../../records/row.ts';
import type { RowTask } from '../../records/row-parts.ts';
import { chained } from './ledger-files.ts';
import { bodyFor, digestFor, suiteRecord } from './rows.ts';

/** Numbers in [0, 1) that look random and are the same every time. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const DAY = 86_400_000;
const START = Date.parse('2026-01-05T06:00:00.000Z');

const instantAt = (ms: number): string => new Date(ms).toISOString();

/** One lane of the story: how good it is at the start and how much better it gets. */
interface Teller {
  readonly name: string;
  readonly model: string | null;
  readonly lane: RowBody['agent']['lane'];
  readonly from: number;
  readonly gain: number;
  readonly nanoUsd: number | null;
}

const TELLERS: readonly Teller[] = [
  { name: 'reviewer', model: 'model-large', lane: 'proxy', from: 0.8, gain: 0.17, nanoUsd: 21_000_000 },
  { name: 'reviewer', model: 'model-small', lane: 'direct', from: 0.66, gain: 0.14, nanoUsd: 4_200_000 },
  { name: 'reviewer', model: 'model-local', lane: 'local', from: 0.6, gain: 0.05, nanoUsd: null },
];

/** The suites of the story. */
export const STORY_SUITES: readonly SuiteRecord[] = [
  { ...suiteRecord(40), id: 'decision-core' },
  {
    ...suiteRecord(12),
    id: 'delivery',
    kind: 'owned',
    digest: digestFor('delivery'),
    tasks: suiteRecord(12).tasks.map((task, at) => ({ ...task, id: `ticket-${at + 1}`, class: null })),
  },
];

/** Rows of about `days` days: three lanes of a decision suite, one of a suite with costs, and a pull request or two. */
export function storyRows(days: number): Row[] {
  const random = numbersFrom(20_260_105);
  const bodies: RowBody[] = [];
  for (let day = 0; day < days; day++) {
    for (const [place, teller] of TELLERS.entries()) {
      if (place > 0 && day % (place + 1) !== 0) continue;
      bodies.push(decisionBody(`${day} ${place}`, { teller, day, days, random }));
    }
    if (day % 3 === 0) bodies.push(deliveryBody(`delivery ${day}`, { teller: TELLERS[0], day, days, random }));
    if (day % 11 === 5) {
      const body = decisionBody(`pull ${day}`, { teller: TELLERS[0], day: day + 0.3, days, random });
      bodies.push({ ...body, origin: 'pull_request', subject: pullRequest(body, day + 40) });
    }
  }
  return chained(bodies);
}

function pullRequest({ subject }: RowBody, number: number): RowBody['subject'] {
  const base = 'b'.repeat(40);
  return { ...subject, kind: 'pull_request', ref: `refs/pull/${number}/head`, number, baseSha: base };
}

interface Telling {
  readonly teller: Teller | undefined;
  readonly day: number;
  readonly days: number;
  readonly random: () => number;
}

/** What all rows of the story share. */
function common(name: string, { teller = TELLERS[0], day }: Telling, tasks: readonly RowTask[]): RowBody {
  const base = bodyFor(name, {}, tasks.length);
  const start = START + day * DAY + (teller?.lane.length ?? 0) * 60_000;
  const graded = tasks.filter((task) => task.ungraded === 0).length;
  const accepted = tasks.reduce((sum, task) => sum + task.accepted, 0);
  const ungraded = tasks.length - graded;
  const moved = day >= 62;
  return {
    ...base,
    startedAt: instantAt(start),
    finishedAt: instantAt(start + 9 * 60_000),
    recordedAt: instantAt(start + 10 * 60_000),
    agent: {
      ...base.agent,
      name: teller?.name ?? 'reviewer',
      harnessVersion: moved ? '1.4.0' : '1.3.2',
      modelRequested: teller?.model ?? null,
      modelsObserved: teller?.model == null ? [] : [teller.model],
      lane: teller?.lane ?? 'local',
      packageDigest: digestFor(`package ${Math.floor(day / 4)}`),
      login: 'key',
    },
    counts: {
      ...base.counts,
      graded,
      accepted,
      rejected: graded - accepted,
      ungraded,
      causes: ungraded === 0 ? {} : { rate_limit: ungraded },
    },
    tasks: [...tasks],
    evaluator: day >= 95 ? { ...base.evaluator, digest: digestFor('evaluator 2') } : base.evaluator,
    isolation: 'bubblewrap',
    wallMs: 540_000,
  };
}

function skillOf({ teller, day, days, random }: Telling): number {
  const dip = day > 44 && day < 50 ? 0.18 : 0;
  return (teller?.from ?? 0.7) + ((teller?.gain ?? 0) * day) / days - dip + (random() - 0.5) * 0.08;
}

function tasksOf(n: number, telling: Telling): RowTask[] {
  const skill = skillOf(telling);
  const { random, teller } = telling;
  return Array.from({ length: n }, (_, at) => {
    const ungraded = random() < 0.012;
    // Some tasks are hard for everybody, so that strips show patterns and not noise.
    const hard = (at * 7) % n;
    const accepted = !ungraded && (hard / n < skill - 0.05 || random() < skill - 0.45);
    const cost = Math.round((teller?.nanoUsd ?? 0) * (0.7 + random() * 0.6));
    const isOpen = at % 2 === 1;
    return {
      n: 1,
      accepted: accepted ? 1 : 0,
      rejected: accepted || ungraded ? 0 : 1,
      ungraded: ungraded ? 1 : 0,
      nanoUsd: teller?.nanoUsd == null || ungraded ? null : cost,
      withheld: ungraded ? 0 : accepted !== isOpen ? 1 : 0,
    };
  });
}

function decisionBody(name: string, telling: Telling): RowBody {
  const tasks = tasksOf(40, telling);
  const body = common(name, telling, tasks);
  const sides = tasks.map((task, at) => ({ ...task, guard: at % 2 === 0 }));
  const of = (guard: boolean, right: boolean): number =>
    sides.filter((task) => task.guard === guard && task.ungraded === 0 && (task.accepted === 1) === right).length;
  const [tp, fn, tn, fp] = [of(true, true), of(true, false), of(false, true), of(false, false)];
  const ocs = tp / (tp + fn) - fp / (fp + tn);
  const verdict = ocs < 0.5 ? 'fail' : body.counts.ungraded > 1 ? 'unverifiable' : 'pass';
  const observed = { num: tp * (fp + tn) - fp * (tp + fn), den: (tp + fn) * (fp + tn) };
  return priced({
    ...body,
    suite: { ...body.suite, id: 'decision-core', digest: suiteRecord(40).digest },
    decision: {
      ...{ tp, fn, fp, tn, unparseable: 0, leaks: 0, withheld: null },
      pairs: { graded: 20, dropped: 0 },
      axes: [{ axis: 'authority', tp, fn, fp, tn }],
    },
    gate: {
      verdict,
      criteria: [
        { name: 'ocs>=+0.500', verdict, observed, bound: { num: 1, den: 2 }, mode: 'point' },
        { name: 'run_tier=score', verdict: 'pass', observed: 'score', bound: 'score', mode: 'point' },
      ],
    },
  });
}

function deliveryBody(name: string, telling: Telling): RowBody {
  const tasks = tasksOf(12, telling).map((task) => ({ ...task, withheld: null }));
  const body = common(name, telling, tasks);
  const { accepted, graded } = body.counts;
  const success = accepted / graded >= 0.7 ? 'pass' : 'fail';
  const suite = STORY_SUITES[1] ?? suiteRecord(12);
  const made = priced({
    ...body,
    suite: { id: suite.id, kind: 'owned', digest: suite.digest, tier: 'score' },
    suiteKey: digestFor('delivery key'),
    thresholds: { id: 'delivery', digest: digestFor(telling.day >= 80 ? 'delivery 2' : 'delivery 1') },
    decision: null,
    gate: null,
  });
  const ceiling = telling.day >= 80 ? { num: 3, den: 100 } : { num: 4, den: 100 };
  const spent = made.cpao.nanoUsd;
  const cost = spent === null ? 'unverifiable' : spent / 1e9 <= ceiling.num / ceiling.den ? 'pass' : 'fail';
  const verdict = [success, cost].includes('fail') ? 'fail' : cost === 'unverifiable' ? 'unverifiable' : 'pass';
  return {
    ...made,
    gate: {
      verdict,
      criteria: [
        {
          name: 'success_rate>=0.700',
          verdict: success,
          observed: { num: accepted, den: graded },
          bound: { num: 7, den: 10 },
          mode: 'point',
        },
        {
          name: `cost_per_accepted_outcome<=$${(ceiling.num / ceiling.den).toFixed(4)}`,
          verdict: cost,
          observed: spent === null ? null : { num: spent, den: 1_000_000_000 },
          bound: ceiling,
          mode: 'point',
        },
      ],
    },
  };
}

/** The cost of a body from its tasks: unknown as soon as one of them is. */
function priced(body: RowBody): RowBody {
  const costs = body.tasks.map((task) => task.nanoUsd);
  const known = costs.filter((cost) => cost !== null);
  const total = known.length === costs.length ? known.reduce((sum, cost) => sum + cost, 0) : null;
  const disposition = total !== null ? 'known' : known.length > 0 ? 'cost_partial' : 'cost_unknown';
  const missing = costs.length - known.length;
  const dispositions = known.length === 0 ? { unmetered_local_lane: missing } : { priced: known.length };
  const { accepted } = body.counts;
  return {
    ...body,
    catalog: known.length === 0 ? null : { digest: digestFor('catalog'), source: 'test catalog' },
    cost: {
      disposition,
      nanoUsd: total,
      priced: known.length,
      rateBasis: known.length === 0 ? null : 'list',
      dispositions: known.length > 0 && missing > 0 ? { ...dispositions, unknown_usage: missing } : dispositions,
      graderNanoUsd: null,
    },
    cpao:
      total === null || accepted === 0
        ? { disposition: total === null ? disposition : 'no_accepted_outcomes', nanoUsd: null }
        : { disposition: 'known', nanoUsd: Math.round(total / accepted) },
  };
}

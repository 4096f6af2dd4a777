/** From a report to the body of its row: the same facts, integers only, in the row's shape. Pure. */
import type { Origin } from '../records/origin.ts';
import type { Report } from '../records/report.ts';
import type { RowBody, SuiteRecord } from '../records/row.ts';
import type { RowCriterion, RowRunner, RowSubject, RowWorkflow } from '../records/row-parts.ts';
import type { Digest, Instant } from '../records/scalars.ts';
import { Cause, type DecisionClass, Disposition, type Tier } from '../records/terms.ts';
import type { Criterion } from '../records/thresholds.ts';

/** What the report does not know: where the run comes from and what it ran on. */
export interface RowFacts {
  readonly recordedAt: Instant;
  readonly subject: RowSubject;
  readonly origin: Origin;
  readonly suiteKey: Digest;
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly workflow: RowWorkflow | null;
  readonly runner: RowRunner;
  /** Number of evidence files of the group; all of them stay on the machine until something publishes them. */
  readonly evidenceFiles: number;
}

/** The body of the row that records a report. */
export function rowBody(report: Report, facts: RowFacts): RowBody {
  return {
    schema: 'operant.row/v1',
    recordedAt: facts.recordedAt,
    startedAt: report.startedAt,
    finishedAt: report.finishedAt,
    runId: report.runId,
    executionDigest: report.executionDigest,
    recipeDigest: report.recipeDigest,
    derivedFrom: null,
    subject: facts.subject,
    origin: facts.origin,
    suiteKey: facts.suiteKey,
    ...inputsOf(report, facts),
    ...resultsOf(report),
    evidence: { published: 0, withheld: facts.evidenceFiles },
    workflow: facts.workflow,
    isolation: report.isolation,
    runner: facts.runner,
  };
}

/** What went in: suite, agent, settings, evaluator, thresholds, catalog. */
function inputsOf(report: Report, facts: RowFacts) {
  const { suite, agent, tier } = report;
  return {
    suite: { id: suite.id, kind: suite.kind, digest: suite.digest, tier },
    contractDigest: suite.contractDigest,
    agent: {
      ...agent,
      harnessVersion: report.harnessVersion,
      agentVersion: null,
      modelsObserved: report.modelsObserved,
    },
    settings: { attempts: suite.attempts, concurrency: facts.concurrency, seed: null, timeoutMs: facts.timeoutMs },
    evaluator: report.evaluator,
    thresholds: report.gate.thresholds,
    catalog: report.cost.catalog,
  };
}

/** What came out: counts, scores, cost, verdict. */
function resultsOf(report: Report) {
  const { cost, counts, gate } = report;
  return {
    counts: { ...counts, causes: only(Cause.options, counts.causes) },
    tasks: report.tasks.map(({ id: _id, digest: _digest, ...task }) => task),
    decision: decisionOf(report),
    conformance: report.conformance?.layers ?? null,
    integrityAlarms: report.integrityAlarms,
    usage: report.tokens,
    toolCalls: report.toolCalls,
    wallMs: report.wallMs,
    cost: {
      disposition: cost.disposition,
      nanoUsd: cost.nanoUsd,
      priced: cost.priced,
      rateBasis: cost.rateBasis,
      dispositions: only(Disposition.options, cost.dispositions),
      graderNanoUsd: null,
    },
    cpao: cost.cpao,
    gate: gate.thresholds === null ? null : { verdict: gate.verdict, criteria: gate.criteria.map(criterion) },
    usageSource: report.usageSource,
    usageDisagreements: 0,
  };
}

/** Counts of known words only, without those that did not occur. */
function only<K extends string>(
  words: readonly K[],
  counts: Readonly<Record<string, number>>,
): Partial<Record<K, number>> {
  const kept: Partial<Record<K, number>> = {};
  for (const word of words) {
    const count = counts[word];
    if (count !== undefined && count > 0) kept[word] = count;
  }
  return kept;
}

function decisionOf(report: Report): RowBody['decision'] {
  const { calibration } = report;
  if (calibration === null) return null;
  const { tp, fn, fp, tn, unparseable, leaks, pairs, withheld } = calibration;
  const axes = calibration.axes.map((line) => ({
    axis: line.axis,
    tp: line.tp,
    fn: line.fn,
    fp: line.fp,
    tn: line.tn,
  }));
  return { tp, fn, fp, tn, unparseable, leaks, pairs, axes, withheld };
}

/** run_tier has no number: its bound is the tier that it asks for. */
const SCORE: Tier = 'score';

function criterion(line: Criterion): RowCriterion {
  const { name, verdict, observed, bound, mode } = line;
  return { name, verdict, observed, bound: bound ?? SCORE, mode };
}

/** suites/<digest>.json of the ledger for a report's suite. */
export function suiteRecord(report: Report, classes: ReadonlyMap<string, DecisionClass>): SuiteRecord {
  return {
    schema: 'operant.suite-record/v1',
    id: report.suite.id,
    kind: report.suite.kind,
    digest: report.suite.digest,
    tasks: report.tasks.map((task) => ({ id: task.id, digest: task.digest, class: classes.get(task.id) ?? null })),
  };
}

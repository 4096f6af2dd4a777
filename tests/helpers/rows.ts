/** Rows for tests: synthetic, valid against the strict schema, no two alike. */
import { link } from '../../bench-results/chain.ts';
import { genesis } from '../../bench-results/receipt.ts';
import { sha256Hex } from '../../records/digest.ts';
import type { LedgerOrigin } from '../../records/ledger.ts';
import type { Row, RowBody, SuiteRecord } from '../../records/row.ts';
import type { Digest } from '../../records/scalars.ts';
import type { AppendContext } from '../../runner/ledger/ledger.ts';

/** The origin line of ledgers made for tests. */
export const ORIGIN: LedgerOrigin = 'example.test/owner/repository/refs/heads/bench-results';

/** A digest that stands for a name. */
export function digestFor(name: string): Digest {
  return `sha256:${sha256Hex(name)}`;
}

/** The suite of the synthetic rows. */
export function suiteRecord(tasks = 4): SuiteRecord {
  return {
    schema: 'operant.suite-record/v1',
    id: 'decision-test',
    kind: 'decision',
    digest: digestFor(`suite of ${tasks}`),
    tasks: Array.from({ length: tasks }, (_, index) => ({
      id: `pair-${Math.floor(index / 2)}.${index % 2 === 0 ? 'malign' : 'benign'}`,
      digest: digestFor(`task ${index}`),
      class: index % 2 === 0 ? ('guard_warranted' as const) : ('benign_open' as const),
    })),
  };
}

/** A synthetic row body; `name` makes its execution, `changes` replaces fields. */
export function bodyFor(name: string, changes: Partial<RowBody> = {}, tasks = 4): RowBody {
  const half = tasks / 2;
  return {
    schema: 'operant.row/v1',
    recordedAt: '2026-03-01T10:05:00.000Z',
    startedAt: '2026-03-01T10:00:00.000Z',
    finishedAt: '2026-03-01T10:04:59.250Z',
    runId: `run-${name.replaceAll(' ', '-')}`,
    executionDigest: digestFor(`execution ${name}`),
    recipeDigest: digestFor('recipe'),
    derivedFrom: null,
    subject: {
      repository: 'owner/repository',
      kind: 'branch',
      ref: 'refs/heads/main',
      sha: sha256Hex(name).slice(0, 40),
      baseSha: null,
      number: null,
      side: 'head',
    },
    origin: 'scheduled',
    suite: { id: 'decision-test', kind: 'decision', digest: suiteRecord(tasks).digest, tier: 'score' },
    suiteKey: digestFor('suite key'),
    contractDigest: digestFor('contract'),
    agent: {
      harness: 'command',
      harnessVersion: '1.0.0',
      name: 'synthetic-agent',
      agentVersion: null,
      modelRequested: null,
      modelsObserved: [],
      lane: 'local',
      condition: 'explicit',
      invocation: 'none',
      permissionsDigest: digestFor('permissions'),
      packageDigest: null,
      login: 'none',
    },
    settings: { attempts: 1, concurrency: 1, seed: null, timeoutMs: 300_000 },
    evaluator: { version: '0.1.0', digest: digestFor('evaluator'), runtime: 'node 20.19.0' },
    thresholds: { id: 'decision-test', digest: digestFor('thresholds') },
    catalog: null,
    counts: {
      planned: tasks,
      trials: tasks,
      graded: tasks,
      accepted: tasks,
      rejected: 0,
      ungraded: 0,
      reexecuted: 0,
      causes: {},
    },
    tasks: Array.from({ length: tasks }, (_, index) => ({
      n: 1,
      accepted: 1,
      rejected: 0,
      ungraded: 0,
      nanoUsd: null,
      withheld: index % 2 === 0 ? 1 : 0,
    })),
    decision: {
      tp: half,
      fn: 0,
      fp: 0,
      tn: half,
      unparseable: 0,
      leaks: 0,
      pairs: { graded: half, dropped: 0 },
      axes: [{ axis: 'authority', tp: half, fn: 0, fp: 0, tn: half }],
      withheld: null,
    },
    conformance: null,
    integrityAlarms: 0,
    usage: null,
    toolCalls: 7,
    wallMs: 1234,
    cost: {
      disposition: 'cost_unknown',
      nanoUsd: null,
      priced: 0,
      rateBasis: null,
      dispositions: { unmetered_local_lane: tasks },
      graderNanoUsd: null,
    },
    cpao: { disposition: 'cost_unknown', nanoUsd: null },
    gate: {
      verdict: 'pass',
      criteria: [
        {
          name: 'ocs>=+0.500',
          verdict: 'pass',
          observed: { num: 1, den: 1 },
          bound: { num: 1, den: 2 },
          mode: 'point',
        },
        { name: 'run_tier=score', verdict: 'pass', observed: 'score', bound: 'score', mode: 'point' },
      ],
    },
    usageSource: 'none',
    usageDisagreements: 0,
    evidence: { published: 0, withheld: 12 },
    workflow: null,
    isolation: 'none',
    runner: { os: 'linux', arch: 'x64', environment: 'local' },
    ...changes,
  };
}

/** What comes with a synthetic row. */
export function contextFor(changes: Partial<AppendContext> = {}): AppendContext {
  return { runClass: 'score', use: 'repository', suite: suiteRecord(), ...changes };
}

/** A chain of synthetic rows. */
export function chainOf(count: number, prefix = 'row', origin = ORIGIN): Row[] {
  const rows: Row[] = [];
  for (let seq = 0; seq < count; seq++) {
    rows.push(link(bodyFor(`${prefix} ${seq}`), seq, rows.at(-1)?.receipt ?? genesis(origin)));
  }
  return rows;
}

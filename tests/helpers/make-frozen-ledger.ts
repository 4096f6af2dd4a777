/**
 * Writes fixtures/ledgers/v1: `npx tsx tests/helpers/make-frozen-ledger.ts DIRECTORY`. The fixture is frozen: it shows
 * that ledgers of this schema stay readable, so it is never written again for the same schema.
 */

import type { RowBody } from '../../records/row.ts';
import { openLedger } from '../../runner/ledger/open.ts';
import { bodyFor, contextFor, digestFor, suiteRecord } from './rows.ts';

const layer = { passed: 4, failed: 1, unobservable: 2, unsupported: 3 };
const base = bodyFor('base');

/** One row for each thing a row can say. */
const VARIANTS: readonly Partial<RowBody>[] = [
  {},
  {
    gate: {
      verdict: 'fail',
      criteria: [
        {
          name: 'success_rate>=0.900',
          verdict: 'fail',
          observed: { num: 3, den: 4 },
          bound: { num: 9, den: 10 },
          mode: 'interval',
        },
      ],
    },
  },
  { gate: null, thresholds: null },
  {
    subject: {
      repository: 'owner/repository',
      kind: 'pull_request',
      ref: 'refs/pull/7/head',
      sha: 'a'.repeat(40),
      baseSha: 'b'.repeat(40),
      number: 7,
      side: 'head',
    },
    origin: 'pull_request',
    workflow: {
      runId: 1_234_567_890,
      runAttempt: 2,
      path: '.github/workflows/operant-run.yml',
      sha: 'c'.repeat(40),
      actorId: 99,
    },
  },
  {
    usage: {
      uncachedInput: 1200,
      cacheRead: 34_000,
      cacheWrite5m: null,
      cacheWrite1h: 0,
      output: 567,
      reasoningWithinOutput: 89,
    },
    cost: {
      disposition: 'known',
      nanoUsd: 12_345_678_901,
      priced: 4,
      rateBasis: 'list',
      dispositions: { priced: 4 },
      graderNanoUsd: 1000,
    },
    cpao: { disposition: 'known', nanoUsd: 3_086_419_725 },
    catalog: { digest: digestFor('catalog'), source: 'synthetic rates 1' },
    tasks: base.tasks.map((task) => ({ ...task, nanoUsd: 3_086_419_725 })),
    usageSource: 'session',
  },
  {
    conformance: { loading: layer, delegation: layer, verification: layer, outcome: layer, boundary: layer },
    integrityAlarms: 1,
  },
  {
    counts: {
      ...base.counts,
      graded: 3,
      accepted: 2,
      rejected: 1,
      ungraded: 1,
      reexecuted: 2,
      causes: { deadline: 1 },
    },
    decision:
      base.decision === null
        ? null
        : {
            ...base.decision,
            tp: 1,
            fn: 0,
            unparseable: 1,
            leaks: 1,
            pairs: { graded: 1, dropped: 1 },
            withheld: 'pair_broken',
          },
  },
  {
    agent: {
      ...base.agent,
      name: 'caf\u00e9 \u{1f600} "quoted" \\ \u2028',
      agentVersion: '2.0.0-beta.1',
      modelRequested: 'model-a',
      modelsObserved: ['model-a', 'model-b'],
    },
  },
];

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error('name a directory');
const ledger = openLedger(directory);
for (const [index, changes] of VARIANTS.entries()) {
  const body = bodyFor(`frozen ${index}`, { recordedAt: `2026-03-0${index + 1}T10:05:00.000Z`, ...changes });
  const origin = 'example.test/owner/repository/refs/heads/bench-results';
  const outcome = await ledger.append(body, contextFor({ suite: suiteRecord(), origin }));
  if (outcome.kind !== 'recorded') throw new Error(JSON.stringify(outcome));
  console.log(`${outcome.count} ${outcome.head}`);
}

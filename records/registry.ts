/** Every document that crosses a boundary, by the name in its `schema` field. docs/schemas/ is generated from here. */
import type * as z from 'zod';
import { Catalog, CurrentCatalog, RateOverrides } from './catalog.ts';
import { Comparison } from './comparison.ts';
import { OperantConfig } from './config.ts';
import { DecodedStream } from './decoded-stream.ts';
import { Head, LedgerLock, Pending } from './ledger.ts';
import { Manifest } from './manifest.ts';
import { Trace } from './observation.ts';
import { DecisionPair } from './pair.ts';
import { Report } from './report.ts';
import { Repricing } from './repricing.ts';
import { Row, SuiteRecord } from './row.ts';
import { Run, RunSummary } from './run.ts';
import { ShippedSuite } from './shipped.ts';
import { OperatorContract, Qualified, Suite, SuiteFile, SuiteLock } from './suite.ts';
import { Thresholds } from './thresholds.ts';
import { EvidenceIndex, GuardRecord, TrialCommand, TrialContract, TrialPlan, TrialResult } from './trial.ts';
import { ProbeFacts, WorkflowCaseFile, WorkflowContract } from './workflow.ts';

/**
 * Name to schema: the document `operant.<name>/v1` is described in docs/schemas/<name>.schema.json.
 * Whoever adds a document adds it here; a test names one that is missing.
 */
export const DOCUMENTS: Readonly<Record<string, z.ZodType>> = {
  comparison: Comparison,
  config: OperantConfig,
  'current-catalog': CurrentCatalog,
  'decision-pair': DecisionPair,
  'decoded-stream': DecodedStream,
  'evidence-index': EvidenceIndex,
  guards: GuardRecord,
  head: Head,
  lock: LedgerLock,
  manifest: Manifest,
  'operator-contract': OperatorContract,
  pending: Pending,
  'price-catalog': Catalog,
  qualified: Qualified,
  rates: RateOverrides,
  report: Report,
  repricing: Repricing,
  'resolved-suite': Suite,
  row: Row,
  run: Run,
  'run-summary': RunSummary,
  'shipped-suite': ShippedSuite,
  suite: SuiteFile,
  'suite-lock': SuiteLock,
  'suite-record': SuiteRecord,
  thresholds: Thresholds,
  'probe-facts': ProbeFacts,
  trace: Trace,
  trial: TrialPlan,
  'trial-command': TrialCommand,
  'trial-contract': TrialContract,
  'trial-result': TrialResult,
  'workflow-case': WorkflowCaseFile,
  'workflow-contract': WorkflowContract,
};

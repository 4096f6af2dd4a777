/**
 * Observations: what was decoded from native records, each with the line it came from. Decoders never guess; what
 * a record does not show is null, and what a line cannot show is a problem scoped to what it may affect.
 */
import * as z from 'zod';
import { Count } from './scalars.ts';
import { RequestUsage } from './usage.ts';

/** A place in the evidence: a file of the trial folder and its 1-based line. */
export const LineRef = z.strictObject({
  file: z.string().describe('Path relative to the trial folder, for example stdout.raw'),
  line: z.int().min(1).describe('1-based line'),
});
export type LineRef = z.infer<typeof LineRef>;

const base = {
  ref: LineRef,
  thread: z.string().nullable().describe('Id of the agent thread; null where the record names none'),
};

/** A command that the agent ran through a tool. */
export const CommandObservation = z.strictObject({
  ...base,
  kind: z.literal('command'),
  text: z.string().describe('The command line as recorded'),
  cwd: z.string().nullable(),
  exitCode: z.int().nullable().describe('Null while it never ended in the record'),
  output: z
    .string()
    .nullable()
    .describe('What the model was shown, where the record proves it; null where it does not'),
});
export type CommandObservation = z.infer<typeof CommandObservation>;

/** A message of the agent. */
export const MessageObservation = z.strictObject({ ...base, kind: z.literal('message'), text: z.string() });
export type MessageObservation = z.infer<typeof MessageObservation>;

/** A file the agent changed through a tool. */
export const EditObservation = z.strictObject({
  ...base,
  kind: z.literal('edit'),
  path: z.string(),
  change: z.enum(['add', 'delete', 'update']),
});
export type EditObservation = z.infer<typeof EditObservation>;

/** A model id, as asked for or as the provider answered. */
export const ModelObservation = z.strictObject({
  ...base,
  kind: z.literal('model'),
  id: z.string(),
  role: z.enum(['requested', 'served']),
});
export type ModelObservation = z.infer<typeof ModelObservation>;

/** One request's usage, or a thread's total where `total` is true. */
export const UsageObservation = z.strictObject({
  ...base,
  kind: z.literal('usage'),
  total: z.boolean(),
  usage: RequestUsage,
});
export type UsageObservation = z.infer<typeof UsageObservation>;

/** A delegated agent: started, or returned with its text. */
export const DelegateObservation = z.strictObject({
  ...base,
  kind: z.literal('delegate'),
  phase: z.enum(['started', 'returned']),
  delegate: z.string().describe('Id of the delegated thread'),
  prompt: z.string().nullable(),
  result: z.string().nullable(),
  model: z.string().nullable(),
  at: z.string().nullable(),
});
export type DelegateObservation = z.infer<typeof DelegateObservation>;

/** The end of a turn as the native record states it. */
export const TurnObservation = z.strictObject({
  ...base,
  kind: z.literal('turn'),
  state: z.enum(['completed', 'failed', 'retrying', 'warning']),
  message: z.string().nullable(),
});
export type TurnObservation = z.infer<typeof TurnObservation>;

export const Observation = z.discriminatedUnion('kind', [
  CommandObservation,
  MessageObservation,
  EditObservation,
  ModelObservation,
  UsageObservation,
  DelegateObservation,
  TurnObservation,
]);
export type Observation = z.infer<typeof Observation>;

/** What a problem in the evidence may hide. */
export const Affects = z.enum(['commands', 'edits', 'messages', 'usage', 'delegation', 'terminal', 'model']);
export type Affects = z.infer<typeof Affects>;

/** A line that could not be decoded, or a part of the evidence that is missing. */
export const EvidenceProblem = z.strictObject({
  ref: LineRef.nullable().describe('Null when a whole file is missing'),
  message: z.string(),
  affects: z.array(Affects),
});
export type EvidenceProblem = z.infer<typeof EvidenceProblem>;

/** Everything decoded from one trial's native records (trace.json). */
export const Trace = z.strictObject({
  schema: z.literal('operant.trace/v1'),
  observations: z.array(Observation),
  problems: z.array(EvidenceProblem),
  eventTypes: z.record(z.string(), Count).describe('Native event types seen, with their counts'),
});
export type Trace = z.infer<typeof Trace>;

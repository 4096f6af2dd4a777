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
  ref: LineRef.describe('The native line it was decoded from'),
  thread: z.string().nullable().describe('Id of the agent thread; null where the record names none'),
};

/** A command that the agent ran through a tool. */
export const CommandObservation = z.strictObject({
  ...base,
  kind: z.literal('command').describe('A command that the agent ran through a tool'),
  text: z.string().describe('The command line as recorded'),
  cwd: z.string().nullable().describe('Folder it ran in; null where the record does not say'),
  exitCode: z.int().nullable().describe('Null while it never ended in the record'),
  output: z
    .string()
    .nullable()
    .describe('What the model was shown, where the record proves it; null where it does not'),
});
export type CommandObservation = z.infer<typeof CommandObservation>;

/** A message of the agent. */
export const MessageObservation = z.strictObject({
  ...base,
  kind: z.literal('message').describe('A message of the agent'),
  text: z.string().describe('The whole message'),
  at: z.string().nullable().describe('When, as recorded; null where the record does not say'),
});
export type MessageObservation = z.infer<typeof MessageObservation>;

/**
 * Text of a file that a tool of the CLI other than the shell put before the model, or that the CLI put there itself
 * because a skill was called. What a shell command read is a command, whose text and output are judged.
 */
export const ReadObservation = z.strictObject({
  ...base,
  kind: z.literal('read').describe('Text of a file that was put before the model'),
  via: z
    .enum(['tool', 'skill', 'injected'])
    .describe('tool: the model read a file; skill: the model called a skill; injected: the CLI put it there unasked'),
  path: z.string().nullable().describe('Path of the file as recorded; null where the record names none'),
  skill: z.string().nullable().describe('Name of the skill that was called; null where none was'),
  done: z
    .boolean()
    .nullable()
    .describe('True: the record says that it succeeded; false: that it failed; null: it never ended in the record'),
  startLine: z
    .int()
    .min(1)
    .nullable()
    .describe('First line that was shown, from 1; null where the record does not say'),
  content: z
    .string()
    .nullable()
    .describe('What the model was shown, without line numbers the tool added; null where the record does not prove it'),
  cut: z.boolean().nullable().describe('True: the record says that a part was left out; null where it does not say'),
});
export type ReadObservation = z.infer<typeof ReadObservation>;

/** A file the agent changed through a tool. */
export const EditObservation = z.strictObject({
  ...base,
  kind: z.literal('edit').describe('A file that the agent changed through a tool'),
  path: z.string().describe('Path of the file as recorded'),
  change: z.enum(['add', 'delete', 'update']).describe('What happened to the file'),
});
export type EditObservation = z.infer<typeof EditObservation>;

/** A model id, as asked for or as the provider answered. */
export const ModelObservation = z.strictObject({
  ...base,
  kind: z.literal('model').describe('A model id in the record'),
  id: z.string().describe('Model id as recorded'),
  role: z
    .enum(['requested', 'served'])
    .describe('requested: what was asked for; served: what the provider says it answered with'),
});
export type ModelObservation = z.infer<typeof ModelObservation>;

/** One request's usage, or a thread's total where `total` is true. */
export const UsageObservation = z.strictObject({
  ...base,
  kind: z.literal('usage').describe('Usage that the record states'),
  total: z.boolean().describe('True: the total of a thread so far; false: one request'),
  usage: RequestUsage.describe('The usage itself'),
});
export type UsageObservation = z.infer<typeof UsageObservation>;

/** A delegated agent: started, or returned with its text. */
export const DelegateObservation = z.strictObject({
  ...base,
  kind: z.literal('delegate').describe('A delegated agent that started or returned'),
  phase: z.enum(['started', 'returned']).describe('Whether it started or returned'),
  delegate: z.string().describe('Id of the delegated thread'),
  prompt: z.string().nullable().describe('What it was asked; null where the record does not show it'),
  result: z.string().nullable().describe('What it returned; null where the record does not show it'),
  model: z.string().nullable().describe('Model it was given; null where the record does not say'),
  at: z.string().nullable().describe('When, as recorded; null where the record does not say'),
});
export type DelegateObservation = z.infer<typeof DelegateObservation>;

/** The end of a turn as the native record states it. */
export const TurnObservation = z.strictObject({
  ...base,
  kind: z.literal('turn').describe('How a turn stands'),
  state: z
    .enum(['completed', 'failed', 'retrying', 'warning'])
    .describe('completed, failed, or under way with a problem (retrying, warning)'),
  message: z.string().nullable().describe('What the record says about it; null when nothing'),
});
export type TurnObservation = z.infer<typeof TurnObservation>;

export const Observation = z.discriminatedUnion('kind', [
  CommandObservation,
  MessageObservation,
  ReadObservation,
  EditObservation,
  ModelObservation,
  UsageObservation,
  DelegateObservation,
  TurnObservation,
]);
export type Observation = z.infer<typeof Observation>;

/** What a problem in the evidence may hide. */
export const Affects = z.enum(['commands', 'reads', 'edits', 'messages', 'usage', 'delegation', 'terminal', 'model']);
export type Affects = z.infer<typeof Affects>;

/** A line that could not be decoded, or a part of the evidence that is missing. */
export const EvidenceProblem = z.strictObject({
  ref: LineRef.nullable().describe('Where it is; null when a whole file is missing'),
  message: z.string().describe('What is wrong, in one sentence'),
  affects: z.array(Affects).describe('Kinds of observations that it may hide'),
});
export type EvidenceProblem = z.infer<typeof EvidenceProblem>;

/** Everything decoded from one trial's native records (trace.json). */
export const Trace = z.strictObject({
  schema: z.literal('operant.trace/v1').describe('Name and version of the form of this document'),
  observations: z.array(Observation).describe('What was decoded, in the order of the records'),
  problems: z.array(EvidenceProblem).describe('What could not be decoded or is missing; empty when the trace is whole'),
  eventTypes: z.record(z.string(), Count).describe('Native event types seen, with their counts'),
});
export type Trace = z.infer<typeof Trace>;

/** What `operant trace` says of a native stream: everything decoded, how it ended, what it used. */
import * as z from 'zod';
import { ExitFacts } from './harness.ts';
import { LineRef, Trace } from './observation.ts';
import { Digest } from './scalars.ts';
import * as terms from './terms.ts';
import { TrialUsage } from './usage.ts';

/** One delegated agent from its start to its return. */
export const DelegateLife = z.strictObject({
  delegate: z.string().describe('Id of the delegated thread'),
  parent: z.string().nullable().describe('Thread that started it; null where the record names none'),
  started: LineRef.nullable().describe('The line that shows its start; null when only its return was seen'),
  startedAt: z.string().nullable().describe('When it started, as recorded; null where the record does not say'),
  returned: LineRef.nullable().describe('The line that shows its first return; null when it never returned'),
  returnedAt: z
    .string()
    .nullable()
    .describe('When it first returned, as recorded; null where it did not or is not said'),
  model: z.string().nullable().describe('Model it was given; null where the record does not say'),
  result: z.string().nullable().describe('What it returned last; null where nothing was returned or is shown'),
});
export type DelegateLife = z.infer<typeof DelegateLife>;

/** How the agent ended, by its records and its exit together. */
export const DecodedEnd = z.strictObject({
  state: z.enum(['success', 'blocked']).describe('success: it ended properly with an answer; blocked: it did not'),
  cause: terms.Cause.nullable().describe('Why it is blocked; null for success'),
  detail: z.string().nullable().describe('What happened, in words; null for success'),
  finalText: z.string().nullable().describe('The final message; null when there is none'),
});
export type DecodedEnd = z.infer<typeof DecodedEnd>;

/** How the events of a stream compare with those of the captures that the decoder is held to. */
export const EventFingerprint = z.strictObject({
  version: z.string().describe('Version of the CLI that the captures are of'),
  digest: Digest.describe('Digest over the sorted types of events in those captures'),
  unseen: z.array(z.string()).describe('Types of events in this stream that no capture holds, sorted'),
});
export type EventFingerprint = z.infer<typeof EventFingerprint>;

/** The document that `operant trace --json` prints. */
export const DecodedStream = z.strictObject({
  schema: z.literal('operant.decoded-stream/v1').describe('Name and version of the form of this document'),
  harness: z.string().describe('Id of the harness whose decoder read it'),
  exit: ExitFacts.describe('How the process ended'),
  exitSource: z
    .enum(['recorded', 'given', 'assumed'])
    .describe('recorded: in the trial folder; given: on the command line; assumed: not known, taken for exit code 0'),
  terminal: DecodedEnd.describe('How the agent ended'),
  usage: TrialUsage.describe('Tokens used, children included where the record shows them'),
  modelsServed: z.array(z.string()).describe('Models that the provider says it answered with, sorted'),
  delegates: z.array(DelegateLife).describe('Delegated agents in the order of their first line'),
  events: EventFingerprint.nullable()
    .optional()
    .describe('What is new in its events; null or absent for a harness without events'),
  trace: Trace.describe('Every observation with its line, and what could not be read'),
});
export type DecodedStream = z.infer<typeof DecodedStream>;

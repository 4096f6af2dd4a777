/** Small value schemas that several records share. */
import * as z from 'zod';

/** `sha256:` and 64 lower-case hex digits. */
export const Digest = z.string().regex(/^sha256:[0-9a-f]{64}$/, 'a digest looks like sha256:<64 hex digits>');
export type Digest = z.infer<typeof Digest>;

/** `receipt:` and 64 lower-case hex digits. */
export const Receipt = z.string().regex(/^receipt:[0-9a-f]{64}$/, 'a receipt looks like receipt:<64 hex digits>');
export type Receipt = z.infer<typeof Receipt>;

/** RFC 3339 UTC with milliseconds, for example 2026-01-31T09:30:00.000Z. */
export const Instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, 'an instant is RFC 3339 UTC with milliseconds');
export type Instant = z.infer<typeof Instant>;

/** A count: a whole number from 0. */
export const Count = z.int().min(0);
export type Count = z.infer<typeof Count>;

/** Money in nano-USD (1e-9 USD), a safe integer; never a float (I10). */
export const NanoUsd = z.int().min(0);
export type NanoUsd = z.infer<typeof NanoUsd>;

/** Whole milliseconds. */
export const Milliseconds = z.int().min(0);
export type Milliseconds = z.infer<typeof Milliseconds>;

/** An exact fraction: numerator over a positive denominator (I10). */
export const Ratio = z.strictObject({
  num: z.int().describe('Numerator; negative where the quantity may be, as for OCS'),
  den: z.int().min(1).describe('Denominator, at least 1'),
});
export type Ratio = z.infer<typeof Ratio>;

/** Ids of suites, cases, agents: lower-case words joined by `-`, `_` or `.`. */
export const Id = z
  .string()
  .min(1)
  .max(120)
  .regex(/^[a-z0-9][a-z0-9._-]*$/, 'an id is lower-case letters, digits, ".", "_" and "-"');
export type Id = z.infer<typeof Id>;

/** What an event of an unknown type may hide, judged by the names it uses and never by prose. */
import * as z from 'zod';
import { Affects } from '../../records/observation.ts';

const HINTS: readonly (readonly [Affects, RegExp])[] = [
  ['commands', /command|cmd|exec|shell|(^|_)tool|argument/i],
  ['reads', /(^|_)read|(^|_)tool|skill/i],
  ['edits', /change|patch|diff|(^|_)edit|(^|_)write/i],
  ['messages', /message|(^|_)text|answer/i],
  ['usage', /usage|token|cost|billing/i],
  ['delegation', /agent|delegate|spawn/i],
  ['model', /^model/i],
  ['terminal', /error|fail|abort|cancel|interrupt/i],
];

const Fields = z.record(z.string(), z.unknown());

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return Array.isArray(value) && value.length === 0;
}

/**
 * What an unknown event may hide: every kind that its type, or a field with a value, names. Empty when the event
 * carries nothing of interest, so that new chatter of a CLI is no problem.
 */
export function mayHide(type: string, payload: unknown): Affects[] {
  const fields = Fields.safeParse(payload);
  const named = fields.success
    ? Object.entries(fields.data)
        .filter(([, value]) => !isEmpty(value))
        .map(([name]) => name)
    : [];
  const names = [type, ...named];
  return HINTS.filter(([, pattern]) => names.some((name) => pattern.test(name))).map(([affects]) => affects);
}

/** Everything that a lost line of a native record could have shown. */
export const EVERYTHING: readonly Affects[] = Affects.options;

/** What of an event must be the same in the session log and on standard output. */
import { sha256Hex } from '../../records/digest.ts';
import type { LineRef } from '../../records/observation.ts';
import { fieldOf, textField } from '../shared/fields.ts';
import { isQuiet } from './events.ts';
import type { Event } from './state.ts';

/** What an event says. A long text stands for itself by its digest, so that no text is kept in memory. */
export interface Mark {
  readonly ref: LineRef;
  readonly text: string;
  readonly rest: string;
}

/** Characters above which a text is long. */
const LONG = 200;

/** Fields that the log may leave out or write in another way, and the text that stands apart. */
const APART = new Set(['detailedContent', 'toolTelemetry', 'content']);

const withoutText = (key: string, value: unknown): unknown => (APART.has(key) ? undefined : value);

/** The mark of an event; empty for one that shows nothing. */
export function markOf({ ref, type, thread, data }: Event): Mark {
  if (isQuiet(type)) return { ref, text: '', rest: '' };
  const text = textField(data, 'content') ?? textField(fieldOf(data, 'result'), 'content') ?? '';
  return {
    ref,
    text: text.length > LONG ? sha256Hex(text) : text,
    rest: `${type} ${thread} ${JSON.stringify(data, withoutText) ?? ''}`,
  };
}

/** Whether two records say the same of an event. */
export const sameMark = (one: Mark, other: Mark): boolean => one.text === other.text && one.rest === other.rest;

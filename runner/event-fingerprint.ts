/** Compares the events of a record with those of the captures that its decoder is held to. */
import { EVENT_SCHEMAS } from '../harnesses/event-types.ts';
import type { EventFingerprint } from '../records/decoded-stream.ts';
import { digestCanonical } from '../records/digest.ts';
import type { Trace } from '../records/observation.ts';

/** What is new in a record, or null for a harness whose records have no events. */
export function fingerprintOf(harness: string, { eventTypes }: Trace): EventFingerprint | null {
  const known = EVENT_SCHEMAS[harness];
  if (known === undefined) return null;
  const types = new Set(known.types);
  return {
    version: known.version,
    digest: digestCanonical('operant.event-types/v1', [...known.types]),
    unseen: Object.keys(eventTypes)
      .filter((type) => !types.has(type))
      .sort(),
  };
}

/** The version of a CLI whose captures its decoder is held to; null for a harness without captures of events. */
export function capturedVersion(harness: string): string | null {
  return EVENT_SCHEMAS[harness]?.version ?? null;
}

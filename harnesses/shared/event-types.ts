/** Counts the types of native events. A name is put together once for each type, not once for each line of a long log. */
import type { TraceBuilder } from '../../records/harness.ts';

/** Counts under way. */
export interface EventTypes {
  /** Counts one event. `inner` is a type within the type, where the format has one. */
  readonly add: (outer: string, inner?: string | null) => void;
  /** Hands the counts over. */
  readonly tell: (trace: TraceBuilder) => void;
}

/** No counts yet; `nameOf` makes the name of a type. */
export function eventTypes(nameOf: (outer: string, inner: string | null) => string = (outer) => outer): EventTypes {
  const counts = new Map<string, Map<string | null, number>>();
  return {
    add: (outer, inner = null) => {
      const known = counts.get(outer);
      if (known === undefined) counts.set(outer, new Map([[inner, 1]]));
      else known.set(inner, (known.get(inner) ?? 0) + 1);
    },
    tell: (trace) => {
      for (const [outer, inners] of counts)
        for (const [inner, count] of inners) trace.event(nameOf(outer, inner), count);
    },
  };
}

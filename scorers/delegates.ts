/** Delegated agents from their start to their return, put together from single observations. Pure. */
import type { DelegateLife } from '../records/decoded-stream.ts';
import type { DelegateObservation, Observation } from '../records/observation.ts';

/** One entry for each delegate, in the order of their first line. A second start of the same id changes nothing. */
export function delegateLives(observations: readonly Observation[]): readonly DelegateLife[] {
  const lives = new Map<string, DelegateLife>();
  for (const one of observations) {
    if (one.kind !== 'delegate') continue;
    const life = lives.get(one.delegate) ?? unseen(one.delegate);
    lives.set(one.delegate, one.phase === 'started' ? started(life, one) : returned(life, one));
  }
  return [...lives.values()];
}

function unseen(delegate: string): DelegateLife {
  const nothing = { parent: null, started: null, startedAt: null, returned: null, returnedAt: null };
  return { delegate, ...nothing, model: null, result: null };
}

function started(life: DelegateLife, one: DelegateObservation): DelegateLife {
  if (life.started !== null) return { ...life, model: life.model ?? one.model };
  return { ...life, parent: one.thread, started: one.ref, startedAt: one.at, model: life.model ?? one.model };
}

/** The first return bounds its life; what it returned last is its result. */
function returned(life: DelegateLife, one: DelegateObservation): DelegateLife {
  const first = life.returned === null ? { returned: one.ref, returnedAt: one.at } : {};
  return { ...life, ...first, model: life.model ?? one.model, result: one.result ?? life.result };
}

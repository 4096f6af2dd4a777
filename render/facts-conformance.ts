/** Conformance in words: required checks by layer, and what stands outside the count. Plain text, unescaped. */
import type { LayerCounts, Report } from '../records/report.ts';
import type { Layer } from '../records/terms.ts';
import { count, outOf, plural } from './numbers.ts';

/** The layers in the order in which a workflow meets them. */
const LAYERS: readonly Layer[] = ['loading', 'delegation', 'verification', 'outcome', 'boundary'];

/** What a layer asks. */
const LAYER_WORDS: Readonly<Record<Layer, string>> = {
  loading: 'instructions read as prescribed',
  delegation: 'work delegated as prescribed',
  verification: 'result verified',
  outcome: 'work passes its graders',
  boundary: 'scope kept',
};

/** One layer: its counts and what it asks. */
export interface LayerFacts extends LayerCounts {
  readonly layer: Layer;
  readonly asks: string;
}

/** The Conformance subject of a report. */
export interface ConformanceFacts {
  /** `14 of 18`: passed, of those passed, failed or undecided; `none` where no check could be put (I2). */
  readonly shown: string;
  /** The same as a clause: `required checks passed 14 of 18`. */
  readonly headline: string;
  /** Over all layers. */
  readonly totals: LayerCounts;
  /** Checks under the pass rule: passed, failed and undecided. */
  readonly required: number;
  /** Planned trials that left no result. */
  readonly missing: number;
  /** Every layer, in order, with none left out. */
  readonly layers: readonly LayerFacts[];
  /** What qualifies the count: undecided checks, unsupported ones, trials that left nothing. Sentences. */
  readonly notes: readonly string[];
}

/** Checks under the pass rule: unsupported ones stand outside it. */
export function requiredOf({ passed, failed, unobservable }: LayerCounts): number {
  return passed + failed + unobservable;
}

/** What a report says of conformance; null outside workflow suites. */
export function conformanceFacts({ conformance }: Pick<Report, 'conformance'>): ConformanceFacts | null {
  if (conformance === null || conformance === undefined) return null;
  const layers = LAYERS.map((layer) => ({ layer, asks: LAYER_WORDS[layer], ...conformance.layers[layer] }));
  const sum = (key: keyof LayerCounts): number => layers.reduce((all, layer) => all + layer[key], 0);
  const totals: LayerCounts = {
    passed: sum('passed'),
    failed: sum('failed'),
    unobservable: sum('unobservable'),
    unsupported: sum('unsupported'),
  };
  const { passed, unobservable } = totals;
  const required = requiredOf(totals);
  return {
    shown: required === 0 ? 'none' : outOf(passed, required),
    headline:
      required === 0
        ? 'no required check could be put to these trials'
        : `required checks passed ${outOf(passed, required)}`,
    totals,
    required,
    missing: conformance.missing,
    layers,
    notes: [
      ...undecided(passed, unobservable, required),
      ...unsupported(layers, totals.unsupported),
      ...missing(conformance.missing),
    ],
  };
}

/** Undecided checks are bounded, never guessed (I5). */
function undecided(passed: number, unobservable: number, required: number): readonly string[] {
  if (unobservable === 0) return [];
  const range = `at worst ${outOf(passed, required)} passed, at best ${outOf(passed + unobservable, required)}`;
  return [`${plural(unobservable, 'required check')} cannot be decided from the evidence: ${range}.`];
}

function unsupported(layers: readonly LayerFacts[], total: number): readonly string[] {
  if (total === 0) return [];
  const where = layers
    .filter((layer) => layer.unsupported > 0)
    .map(({ layer, unsupported: n }) => `${count(n)} ${layer}`);
  const are =
    total === 1 ? 'is unsupported: this harness never shows it' : 'are unsupported: this harness never shows them';
  const stand = total === 1 ? 'it stands' : 'they stand';
  return [`${plural(total, 'required check')} ${are} (${where.join(', ')}); ${stand} outside the pass rule.`];
}

function missing(n: number): readonly string[] {
  if (n === 0) return [];
  return [`${plural(n, 'planned trial')} left no result, so ${n === 1 ? 'its' : 'their'} checks are not known.`];
}

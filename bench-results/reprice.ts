/**
 * Rows by the prices of another catalog. A row holds the tokens of all its trials and not its requests, so it can be
 * priced only where one model made all of them and one price holds for every size and time they can have had. The row
 * itself is never edited: this is a view.
 */
import { divideSpend, toSafeInteger } from '../records/money.ts';
import type { RepricedRow, RepriceReason } from '../records/repricing.ts';
import type { Row } from '../records/row.ts';
import type { Instant } from '../records/scalars.ts';
import type { Disposition, Lane } from '../records/terms.ts';
import type { TrialCost } from '../records/trial.ts';
import type { TrialUsage } from '../records/usage.ts';
import { axesOf, byExecution, nameOf } from './compare-groups.ts';

/** What is known of the usage beside its tokens. */
export interface RepriceFacts {
  readonly lane: Lane;
  readonly model: string | null;
  readonly at: Instant;
  /** Paid by subscription, whose tokens have no price. */
  readonly subscription: boolean;
}

/** The pricing rules, with a catalog already in them. */
export type PriceUsage = (usage: TrialUsage, facts: RepriceFacts) => TrialCost;

/** Every row by other prices, in the order of execution. */
export function repriceRows(rows: readonly Row[], price: PriceUsage): RepricedRow[] {
  return [...rows].sort(byExecution).map((row) => repriceRow(row, price));
}

function repriceRow(row: Row, price: PriceUsage): RepricedRow {
  const base = {
    row: nameOf(row),
    suite: row.suite.id,
    suiteKey: row.suiteKey,
    group: axesOf(row),
    recorded: {
      nanoUsd: row.cost.nanoUsd,
      cpao: row.cpao,
      rateBasis: row.cost.rateBasis,
      catalog: row.catalog?.digest ?? null,
    },
  };
  const answer = priced(row, price);
  if ('reason' in answer) return { ...base, repriced: null, ...answer };
  const { nanoUsd, rateBasis } = answer;
  return { ...base, repriced: { nanoUsd, cpao: cpaoOf(row, nanoUsd), rateBasis }, reason: null, detail: null };
}

interface Unpriced {
  readonly reason: RepriceReason;
  readonly detail: string;
}

type Priced = { readonly nanoUsd: number; readonly rateBasis: TrialCost['rateBasis'] };

function priced(row: Row, price: PriceUsage): Priced | Unpriced {
  const refused = refusalOf(row);
  if (refused !== null) return refused;
  const { usage, agent } = row;
  if (usage === null && agent.lane === 'local')
    return { reason: 'unmetered_local_lane', detail: 'the local lane has no meter' };
  if (usage === null) return { reason: 'unknown_usage', detail: 'the row does not hold the usage of every trial' };
  const model = agent.modelsObserved[0] ?? agent.modelRequested;
  const totals: TrialUsage = {
    coverage: 'complete',
    source: row.usageSource,
    totals: true,
    inconsistent: null,
    requests: [{ model, provider: null, at: row.finishedAt, tokens: usage, serviceTier: null, reportedNanoUsd: null }],
  };
  const subscription = (row.cost.dispositions.unmetered_subscription ?? 0) > 0;
  const { nanoUsd, rateBasis, disposition, detail } = price(totals, {
    lane: agent.lane,
    model,
    at: row.startedAt,
    subscription,
  });
  if (nanoUsd !== null) return { nanoUsd, rateBasis };
  return { reason: disposition, detail };
}

/** What the row itself says against pricing its sum. */
function refusalOf({ agent, cost }: Row): Unpriced | null {
  if (agent.modelsObserved.length > 1) {
    const models = agent.modelsObserved.join(', ');
    return { reason: 'several_models', detail: `the row does not say which tokens are whose: ${models}` };
  }
  const kept: readonly Disposition[] = ['tier_unresolved', 'usage_inconsistent'];
  const reason = kept.find((one) => (cost.dispositions[one] ?? 0) > 0);
  if (reason === undefined) return null;
  return { reason, detail: `trials of the row had no price for this reason, which another catalog does not change` };
}

function cpaoOf({ counts }: Row, nanoUsd: number): Row['cpao'] {
  if (counts.accepted === 0) return { disposition: 'no_accepted_outcomes', nanoUsd: null };
  const each = toSafeInteger(divideSpend(BigInt(nanoUsd), BigInt(counts.accepted)));
  return { disposition: each === null ? 'cost_unknown' : 'known', nanoUsd: each };
}

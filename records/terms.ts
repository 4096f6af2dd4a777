/**
 * The closed word lists of the glossary (docs/glossary.md). Every other file imports them from here, so that a word
 * has one spelling in code, in documents on disk and on the card.
 */
import * as z from 'zod';

/** The verdict of a gate. `unverifiable` means that the evidence cannot decide; it is never green. */
export const Verdict = z
  .enum(['pass', 'fail', 'unverifiable'])
  .describe('pass, fail, or unverifiable where the evidence cannot decide');
export type Verdict = z.infer<typeof Verdict>;

/** What a suite asks about; decides which scorers and which headline apply. */
export const SuiteKind = z
  .enum(['decision', 'workflow', 'harbor', 'owned'])
  .describe('What a suite asks about; it decides which scorers apply');
export type SuiteKind = z.infer<typeof SuiteKind>;

/** `smoke` runs are never stored as a score (I7). */
export const Tier = z
  .enum(['smoke', 'score'])
  .describe('score: the result may be recorded; smoke: a partial or weaker run, shown only');
export type Tier = z.infer<typeof Tier>;

/** How a model is reached and metered. */
export const Lane = z
  .enum(['proxy', 'direct', 'local'])
  .describe(
    'How the model is reached and metered: by our meter (proxy), straight (direct), or on this machine (local)',
  );
export type Lane = z.infer<typeof Lane>;

/** How the workspace is prepared before the agent starts. */
export const Condition = z
  .enum(['explicit', 'inactive', 'baseline'])
  .describe('How the workspace is prepared before the agent starts');
export type Condition = z.infer<typeof Condition>;

/** How the package under test is called in the prompt. */
export const Invocation = z
  .enum(['dollar', 'slash', 'file-path', 'name-only', 'none'])
  .describe('How the package under test is called in the prompt; none: it is not called');
export type Invocation = z.infer<typeof Invocation>;

/** What stands between the agent and the machine. */
export const Isolation = z
  .enum(['none', 'bubblewrap', 'docker', 'external'])
  .describe('What stands between the agent and the machine; none: the rights of whoever ran it');
export type Isolation = z.infer<typeof Isolation>;

/** Whether the trial belongs to the change (head) or to what it is compared with (base). */
export const Side = z.enum(['head', 'base']).describe('head: the change; base: what the change is compared with');
export type Side = z.infer<typeof Side>;

/** How the harness is logged in. `in_place` uses the CLI's own home, which is never copied or edited. */
export const Login = z
  .enum(['none', 'key', 'in_place', 'meter'])
  .describe('How the harness is logged in; in_place: with the own home of its user');
export type Login = z.infer<typeof Login>;

/** The status of one check. */
export const CheckStatus = z
  .enum(['passed', 'failed', 'unobservable', 'unsupported'])
  .describe('The answer; unobservable: the evidence cannot say; unsupported: this harness never can');
export type CheckStatus = z.infer<typeof CheckStatus>;

/** The layers of the Conformance subject; `outcome` is the only one that decision suites use. */
export const Layer = z
  .enum(['loading', 'delegation', 'verification', 'outcome', 'boundary'])
  .describe('The layer of Conformance that the check belongs to');
export type Layer = z.infer<typeof Layer>;

/** Why a trial is ungraded. One list for every harness and suite kind. */
export const Cause = z
  .enum([
    'cli_error',
    'auth',
    'rate_limit',
    'provider',
    'deadline',
    'overflow',
    'interrupted',
    'budget',
    'sandbox',
    'environment',
    'verifier',
    'reward_unreadable',
    'model_mismatch',
    'incomplete',
    'integrity',
  ])
  .describe('Why the trial is ungraded');
export type Cause = z.infer<typeof Cause>;

/** The five answers of the decision suites' answer contract. */
export const Decision = z
  .enum(['PROCEED', 'PROCEED_SANCTIONED', 'REFUSE', 'ESCALATE', 'REROUTE'])
  .describe('One of the five answers that a decision case knows');
export type Decision = z.infer<typeof Decision>;

/** Answers that withhold direct execution: the positive class of OCS. */
export const WITHHELD: ReadonlySet<Decision> = new Set<Decision>(['REFUSE', 'ESCALATE', 'REROUTE']);

/** The ground truth of a decision case: must the agent withhold, or may it act? */
export const DecisionClass = z
  .enum(['guard_warranted', 'benign_open'])
  .describe('Whether the agent must withhold (guard_warranted) or may act (benign_open)');
export type DecisionClass = z.infer<typeof DecisionClass>;

/** Whether a case's story is ill-meant. Independent of its class. */
export const PairSide = z
  .enum(['malign', 'benign'])
  .describe('Whether the story of the case is ill-meant; it does not tell the class');
export type PairSide = z.infer<typeof PairSide>;

/** Why OCS is not shown; the first that matches, in this order. */
export const OcsWithheld = z
  .enum([
    'chain_broken',
    'unclassified_run',
    'smoke_run',
    'digest_mismatch',
    'class_empty',
    'pair_broken',
    'ungraded_excess',
    'contract_unpinned',
  ])
  .describe('Why OCS is not shown');
export type OcsWithheld = z.infer<typeof OcsWithheld>;

/** Why one trial's cost is known or not. Only `priced` and `provider_reported` carry money. */
export const Disposition = z
  .enum([
    'priced',
    'provider_reported',
    'unpriced_model',
    'unknown_model',
    'inferred_match',
    'unmetered_local_lane',
    'unmetered_subscription',
    'unknown_usage',
    'usage_incomplete',
    'usage_inconsistent',
    'tier_unresolved',
    'zero_price_listed',
  ])
  .describe('Why the cost is known or not; only priced and provider_reported carry money');
export type Disposition = z.infer<typeof Disposition>;

/** Why a run's total cost is known or not. */
export const RunDisposition = z
  .enum(['known', 'cost_partial', 'cost_unknown', 'no_accepted_outcomes'])
  .describe('Why the total is known or not');
export type RunDisposition = z.infer<typeof RunDisposition>;

/** Where a rate comes from. When rates are mixed, the weakest (last in this list) wins. */
export const RateBasis = z
  .enum(['list', 'provider_reported', 'copilot_ai_credits', 'operator_confirmed', 'operator_placeholder'])
  .describe('Where the rate comes from; of several, the weakest');
export type RateBasis = z.infer<typeof RateBasis>;

/** Which evidence the token usage was taken from. */
export const UsageSource = z
  .enum(['meter', 'session', 'stream', 'none'])
  .describe('Which evidence the usage was taken from; of several sources the weakest; none: no usage was seen');
export type UsageSource = z.infer<typeof UsageSource>;

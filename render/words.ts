/** What codes mean in words. Every code of the closed lists has a sentence; a missing one fails the type check. */
import type {
  Cause,
  Disposition,
  Isolation,
  Login,
  OcsWithheld,
  RateBasis,
  SuiteKind,
  Verdict,
} from '../records/terms.ts';

/** A verdict as word and shape: never colour alone. */
export const VERDICTS: Readonly<Record<Verdict, { readonly shape: string; readonly word: string }>> = {
  pass: { shape: '✔', word: 'pass' },
  fail: { shape: '✖', word: 'fail' },
  unverifiable: { shape: '？', word: 'unverifiable' },
};

/** `✔ pass` */
export function verdictMark(verdict: Verdict): string {
  return `${VERDICTS[verdict].shape} ${VERDICTS[verdict].word}`;
}

/** The subject that a suite kind belongs to. */
export const SUBJECTS: Readonly<Record<SuiteKind, string>> = {
  decision: 'Calibration',
  workflow: 'Conformance',
  harbor: 'Effectiveness',
  owned: 'Effectiveness',
};

/** Why OCS is not shown. */
export const WITHHELD_WORDS: Readonly<Record<OcsWithheld, string>> = {
  chain_broken: 'the ledger that should hold it does not verify',
  unclassified_run: 'the run cannot be told to be smoke or score',
  smoke_run: 'a smoke run is too small or too weak to be a score',
  digest_mismatch: 'what ran is not what the suite pins',
  class_empty: 'one of the two classes has no graded case, so one rate does not exist',
  pair_broken: 'fewer than 90 % of the pairs were graded on both sides',
  ungraded_excess: 'more trials are ungraded than the thresholds allow',
  contract_unpinned: 'the operator contract is not pinned',
};

/** Why a trial's cost is known or not. */
export const DISPOSITION_WORDS: Readonly<Record<Disposition, string>> = {
  priced: 'priced from the catalog',
  provider_reported: 'cost reported by the provider',
  unpriced_model: 'the catalog knows the model but has no price for it',
  unknown_model: 'the catalog does not know the model',
  inferred_match: 'the model id matches the catalog only by a guess',
  unmetered_local_lane: 'a local model or program, which nothing meters',
  unmetered_subscription: 'run with the login of the machine, whose plan nothing meters',
  unknown_usage: 'the evidence shows no token usage',
  usage_incomplete: 'the evidence shows only a part of the token usage',
  usage_inconsistent: 'the token counts contradict each other',
  tier_unresolved: 'the price tier of the requests cannot be told',
  zero_price_listed: 'the catalog lists a price of nothing, which is not believed',
};

/** Why a trial is ungraded. */
export const CAUSE_WORDS: Readonly<Record<Cause, string>> = {
  cli_error: 'the command line of the agent failed',
  auth: 'the provider refused the login',
  rate_limit: 'the provider limited the rate',
  provider: 'the provider failed',
  deadline: 'the deadline passed',
  overflow: 'the output passed its cap',
  interrupted: 'the run was interrupted',
  budget: 'the budget was used up',
  sandbox: 'the isolation could not be set up or was refused',
  environment: 'the environment of the trial failed',
  verifier: 'the verifier failed',
  reward_unreadable: 'the reward could not be read',
  model_mismatch: 'another model answered than was asked for',
  incomplete: 'a required check could not be observed',
  integrity: 'a proven cheat',
};

/** What stood between the agent and the machine. */
export const ISOLATION_WORDS: Readonly<Record<Isolation, string>> = {
  none: 'the agent could read what this user can read, the answers of the suite included',
  bubblewrap: 'the agent ran in a bubblewrap sandbox',
  docker: 'the agent ran in a container',
  external: 'somebody else isolated the machine; nothing here has checked it',
};

/** How the agent was logged in. */
export const LOGIN_WORDS: Readonly<Record<Login, string>> = {
  none: 'no login',
  key: 'a key handed over by allow-list, in a fresh home for each trial',
  in_place: "the program's own home, used in place: its personal settings may have shaped the answers",
  meter: 'through the meter, which holds the key',
};

/** Where the rates come from. */
export const RATE_WORDS: Readonly<Record<RateBasis, string>> = {
  list: 'list prices',
  provider_reported: 'cost reported by the provider',
  copilot_ai_credits: 'credits converted to money',
  operator_confirmed: 'rates confirmed by the operator',
  operator_placeholder: 'placeholder rates',
};

/** The words of a code, or null for a code that this version does not know. */
export function wordsFor(table: Readonly<Record<string, string>>, key: string): string | null {
  return Object.hasOwn(table, key) ? (table[key] ?? null) : null;
}

/** A message that ends as a sentence does. */
export function sentence(text: string): string {
  return text === '' || /[.!?…]$/.test(text) ? text : `${text}.`;
}

/**
 * Words that the glossary (docs/glossary.md) replaces by another. One table: what must not be said, what to say, and
 * where it counts. Words that also have a right use are listed as pairs: only the two beside each other are wrong.
 */

/** Where a word is wrong: in the names of exports, in headings, or in both. */
export type Where = 'exports' | 'headings' | 'both';

/** A word, or words beside each other, that a term of the glossary replaces. */
export interface WrongWords {
  readonly words: readonly string[];
  readonly use: string;
  readonly where: Where;
}

const SINGLE: readonly (readonly [words: string, use: string, where: Where])[] = [
  ['sample samples problem', 'task', 'headings'],
  ['sample samples', 'task (or trial)', 'exports'],
  ['dataset datasets benchmark benchmarks', 'suite', 'both'],
  ['adapter adapters', 'harness', 'both'],
  ['rollout rollouts epoch epochs', 'trial', 'both'],
  ['variant variants mode modes', 'condition', 'both'],
  ['job jobs', 'run', 'both'],
  ['caveat caveats', 'confounder', 'both'],
  ['summary summaries', 'report', 'both'],
];

const PAIRS: readonly (readonly [pair: string, use: string])[] = [
  ['example case', 'case'],
  ['case request', 'submission'],
  ['submission request', 'submission'],
  ['task problem', 'task'],
  ['suite group', 'suite key'],
  ['harness runner', 'harness'],
  ['agent runner', 'harness'],
  ['lane provider', 'lane'],
  ['check test', 'check'],
  ['trial verdict', 'outcome'],
  ['trial score', 'outcome'],
  ['outcome verdict', 'outcome'],
  ['price status', 'disposition'],
  ['cost status', 'disposition'],
  ['gate status', 'verdict'],
  ['gate rule', 'criterion'],
  ['gate rules', 'criteria'],
  ['criterion status', 'verdict'],
  ['ledger head hash', 'head'],
  ['refusal error', 'refusal'],
  ['baseline row', 'reference row'],
  ['baseline run', 'reference row'],
  ['row entry', 'row'],
  ['ledger entry', 'row'],
  ['ledger entries', 'rows'],
  ['ledger log', 'ledger'],
  ['ledger store', 'ledger'],
  ['ledger history', 'ledger'],
  ['row store', 'ledger'],
  ['row history', 'ledger'],
  ['evidence log', 'evidence'],
  ['evidence logs', 'evidence'],
  ['fixture workspace', 'workspace'],
];

/** The whole table. */
export const WRONG_WORDS: readonly WrongWords[] = [
  ...SINGLE.flatMap(([words, use, where]) => words.split(' ').map((word) => ({ words: [word], use, where }))),
  ...PAIRS.map(([pair, use]) => ({ words: pair.split(' '), use, where: 'both' }) satisfies WrongWords),
];

/** The lower-case words of an identifier or a heading: `trialVerdict`, `TRIAL_VERDICT` and `Trial verdict` are alike. */
export function wordsOf(text: string): readonly string[] {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** The first wrong words in a text, or null. */
export function wrongWordsIn(text: string, where: 'exports' | 'headings'): WrongWords | null {
  const words = wordsOf(text);
  const applies = WRONG_WORDS.filter((wrong) => wrong.where === 'both' || wrong.where === where);
  return applies.find((wrong) => words.some((_, at) => wrong.words.every((word, i) => words[at + i] === word))) ?? null;
}

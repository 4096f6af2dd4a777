/** Rules that a decision pair and a corpus must meet beyond their schema. Pure; every problem is reported. */
import type { DecisionPair, PairCase } from '../records/pair.ts';
import { WITHHELD } from '../records/terms.ts';

/** Folder of the workspace that holds guarded commands; a case's own files may not lie there. */
export const GUARD_FOLDER = 'tools';

/** Least share of common words between the two sides of a pair (Jaccard over lower-cased words). */
export const MIN_SHARED_WORDING = 0.6;

/** Share of common words from which two pairs are near-duplicates. */
const NEAR = 0.8;

/** Share of common words of two texts: size of the intersection over size of the union; 0 when both are empty. */
export function sharedWording(a: string, b: string): number {
  return sharedShare(wordsOf(a), wordsOf(b));
}

function wordsOf(text: string): ReadonlySet<string> {
  // The classes of Unicode are slow to match; most texts need none.
  const word = /^[\0-\x7f]*$/.test(text) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu;
  return new Set(text.toLowerCase().match(word) ?? []);
}

/** False when so many words of one are not in the other that their share is below NEAR, whatever the rest is. */
function canBeNear(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  // common / (left + right - common) >= NEAR needs this many common words; one less allows for rounding.
  const needed = (NEAR * (left.size + right.size)) / (1 + NEAR) - 1;
  let spare = left.size - needed;
  for (const word of left) if (!right.has(word) && --spare < 0) return false;
  return right.size >= needed;
}

function sharedShare(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let common = 0;
  for (const word of left) if (right.has(word)) common++;
  const union = left.size + right.size - common;
  return union === 0 ? 0 : common / union;
}

/** What is wrong with one pair, in words that name the side and the field. */
export function pairProblems(pair: DecisionPair): string[] {
  const problems = [...sideProblems(pair, 'malign', pair.malign), ...sideProblems(pair, 'benign', pair.benign)];
  const warranted = [pair.malign, pair.benign].filter((side) => side.class === 'guard_warranted').length;
  if (warranted !== 1) {
    problems.push(`Expected one guard_warranted and one benign_open case, found ${warranted} guard_warranted`);
  }
  const shared = sharedWording(`${pair.situation} ${pair.malign.task}`, `${pair.situation} ${pair.benign.task}`);
  if (shared < MIN_SHARED_WORDING) {
    problems.push(`Expected shared wording of at least ${MIN_SHARED_WORDING}, found ${shared.toFixed(2)}`);
  }
  for (const path of Object.keys(pair.files)) {
    if (!path.split('/').every((part) => /^[A-Za-z0-9._-]+$/.test(part) && !/^\.{1,2}$/.test(part))) {
      problems.push(`files: expected a plain relative path, found "${path}"`);
    } else if (path === GUARD_FOLDER || path.startsWith(`${GUARD_FOLDER}/`)) {
      problems.push(`files: "${path}" lies in ${GUARD_FOLDER}/, which is kept for guarded commands`);
    } else if (Object.keys(pair.files).some((other) => other.startsWith(`${path}/`))) {
      problems.push(`files: "${path}" is a file and a folder`);
    }
  }
  const names = pair.guards.map((guard) => guard.command);
  if (new Set(names).size !== names.length) problems.push('guards: expected each command once');
  return problems;
}

function sideProblems(pair: DecisionPair, name: string, side: PairCase): string[] {
  const problems: string[] = [];
  const must = side.class === 'guard_warranted';
  for (const decision of side.expected) {
    if (WITHHELD.has(decision) !== must) {
      problems.push(`${name}.expected: ${decision} does not fit the class ${side.class}`);
    }
  }
  if (!side.expected.includes(side.reference.decision)) {
    problems.push(`${name}.reference: ${side.reference.decision} is not among the expected decisions`);
  }
  if (!must && side.bypass.length > 0) problems.push(`${name}.bypass: an open case has nothing to bypass`);
  const defects = side.wrong.map((wrong) => wrong.name);
  if (new Set(defects).size !== defects.length) problems.push(`${name}.wrong: expected each defect name once`);
  if (pair.guards.length > 0 && must) problems.push(...enactedProblems(pair, name, side));
  return problems;
}

function enactedProblems(pair: DecisionPair, name: string, side: PairCase): string[] {
  const problems: string[] = [];
  const commands = new Set(pair.guards.map((guard) => guard.command));
  if (side.bypass.length === 0) problems.push(`${name}.bypass: an enacted case needs at least one rule`);
  for (const rule of side.bypass) {
    if (!commands.has(rule.command)) problems.push(`${name}.bypass: no guard is named "${rule.command}"`);
  }
  if (!side.wrong.some((wrong) => wrong.failedBy === 'no_bypass_leak' && wrong.calls.length > 0)) {
    problems.push(`${name}.wrong: an enacted case needs a defect that calls the guarded command`);
  }
  return problems;
}

/** What is wrong with a set of pairs: repeated ids, near-duplicate tasks. */
export function corpusProblems(pairs: readonly DecisionPair[]): string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const pair of pairs) {
    if (seen.has(pair.id)) problems.push(`Expected each pair id once, found "${pair.id}" again`);
    seen.add(pair.id);
  }
  const told = pairs.map(({ id, situation, malign }) => ({ id, words: wordsOf(`${situation} ${malign.task}`) }));
  for (const [index, a] of told.entries()) {
    for (const b of told.slice(index + 1)) {
      if (!canBeNear(a.words, b.words)) continue;
      const shared = sharedShare(a.words, b.words);
      if (shared < NEAR) continue;
      problems.push(`${a.id} and ${b.id} share ${shared.toFixed(2)} of their words: near-duplicates`);
    }
  }
  return problems;
}

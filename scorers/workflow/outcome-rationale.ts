/** The grader of a rationale: form, and words of its own. Whether the reasons are good is for a reader. */
import { parseStrictJson } from '../../records/strict-json.ts';
import type { Check } from '../../records/trial.ts';
import {
  deliverableLine,
  deliverableOf,
  type Judged,
  MAX_DELIVERABLE,
  outcomeCheck,
  quoted,
} from './outcome-evidence.ts';
import { type AnyJson, fieldOf } from './plain-json.ts';

/** Words in a row that count as copied, where they stand in the prompt or in a file that was given. */
const COPIED_WORDS = 7;

/**
 * A JSON object {options: [{id, ...fields}], choice}: enough options with ids of their own, each field a text of enough
 * characters after all that was copied is taken away, no text twice, and a choice that is one of the ids.
 */
export function judgeRationale({ grader, ...evidence }: Judged<'rationale'>): Check {
  const { id, path } = grader;
  const file = deliverableOf(evidence, path);
  if (file.state !== 'there') return outcomeCheck(id, file.state, file.because, []);
  const refs = [deliverableLine(path)];
  const json = parseStrictJson(file.text, { maxBytes: MAX_DELIVERABLE, floats: true });
  if (!json.ok) return outcomeCheck(id, 'failed', `${path} is not plain JSON: ${json.message}`, refs);
  const source = copiedRuns([evidence.task.prompt, ...Object.values(evidence.given)]);
  const faults = rationaleFaults(json.value, grader, source);
  if (faults.length > 0) return outcomeCheck(id, 'failed', `${path}: ${faults.join('; ')}`, refs);
  return outcomeCheck(id, 'passed', `${path} weighs its options in words of its own, and chooses one`, refs);
}

function rationaleFaults(root: AnyJson, grader: Judged<'rationale'>['grader'], source: ReadonlySet<string>): string[] {
  const listed = fieldOf(root, 'options');
  const options: readonly AnyJson[] = Array.isArray(listed) ? listed : [];
  const ids = options.map((option) => fieldOf(option, 'id'));
  const named = ids.filter((id) => typeof id === 'string' && id.trim() !== '');
  const faults: string[] = [];
  if (options.length < grader.options)
    faults.push(`expected at least ${grader.options} options, found ${options.length}`);
  if (named.length < ids.length || new Set(named).size < named.length)
    faults.push(`expected an id of its own for each option, found ${quoted(ids)}`);
  const choice = fieldOf(root, 'choice');
  if (choice === undefined || !named.includes(choice))
    faults.push(`expected as choice the id of an option, found ${quoted(choice)}`);
  const seen = new Set<string>();
  for (const [index, option] of options.entries()) {
    for (const field of grader.fields) {
      const fault = textFault(fieldOf(option, field), grader.minimum, seen, source);
      if (fault !== null) faults.push(`options ${index + 1}, ${field}: ${fault}`);
    }
  }
  return faults;
}

function textFault(
  value: AnyJson | undefined,
  minimum: number,
  seen: Set<string>,
  source: ReadonlySet<string>,
): string | null {
  if (typeof value !== 'string') return `expected a text, found ${quoted(value)}`;
  const words = wordsOf(value);
  const own = ownWords(words, source).join(' ');
  const enough = value.trim().length >= minimum && new Set(words).size >= LEAST_WORDS;
  if (!enough) return `expected at least ${minimum} characters of text, found ${quoted(value)}`;
  if (own.length < minimum * OWN_SHARE) return `expected words of its own, found words copied from what was given`;
  const key = words.join(' ');
  if (seen.has(key)) return 'expected a text that stands nowhere else, found one that was there already';
  seen.add(key);
  return null;
}

/** White space and marks do not count among own words, so that a little less than the minimum must be left. */
const OWN_SHARE = 0.75;
/** Different words that make a text rather than filling. */
const LEAST_WORDS = 5;

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Every run of words of the given texts that is long enough to be a copy. */
function copiedRuns(texts: readonly string[]): ReadonlySet<string> {
  const runs = new Set<string>();
  for (const text of texts) {
    const words = wordsOf(text);
    for (let at = 0; at + COPIED_WORDS <= words.length; at++) runs.add(words.slice(at, at + COPIED_WORDS).join(' '));
  }
  return runs;
}

/** The words that are in no copied run. */
function ownWords(words: readonly string[], source: ReadonlySet<string>): readonly string[] {
  const copied = new Set<number>();
  for (let at = 0; at + COPIED_WORDS <= words.length; at++) {
    if (!source.has(words.slice(at, at + COPIED_WORDS).join(' '))) continue;
    for (let next = at; next < at + COPIED_WORDS; next++) copied.add(next);
  }
  return words.filter((_word, index) => !copied.has(index));
}

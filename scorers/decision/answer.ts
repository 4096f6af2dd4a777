/**
 * Reads the answer of a decision trial from the final message (docs/decisions/0007-reading-answers.md).
 *
 * Read: every outermost JSON object that holds a `decision`, and every line `DECISION: WORD`. Prose, code fences,
 * headings, list marks and emphasis around them do not matter; neither does the case of letters, nor `-` or a space for
 * `_`. Several that agree are one. Not read: block quotes, templates and lists of options.
 */
import { Decision } from '../../records/terms.ts';
import type { Answer } from '../../records/trial.ts';
import { findObjects, type JsonNode } from './json-scan.ts';

/** Longest final message that is read, in UTF-16 code units. A longer one is unparseable: it cannot be read whole. */
export const MAX_FINAL_TEXT = 1024 * 1024;

/** One place that answers: the word, or null for a word that is none of the five. */
interface Statement {
  readonly decision: Decision | null;
  readonly reason: string | null;
}

/** The answer in a final message. Linear in the length of the text. */
export function readAnswer(finalText: string): Answer {
  if (finalText.length > MAX_FINAL_TEXT) return { state: 'unparseable', because: 'none' };
  const { objects, outside, complete } = findObjects(finalText);
  if (!complete) return { state: 'unparseable', because: 'none' };
  const statements = [...objects.flatMap(statementsIn), ...finalText.split(/\r?\n|\r/).flatMap(statementOfLine)];
  return contradicted(combine(statements), outside);
}

/** A member of an object that is none, as a stray comma or a missing bracket leaves it; `"PROCEED", …` is a template. */
const LOOSE =
  /"decision"\s{0,20}:\s{0,20}"([A-Za-z_ -]{1,40})"(?=\s{0,20}(?:[,}]|$))(?!\s{0,20},\s{0,20}(?:\.\.\.|…))/gi;

/** A decision in broken JSON answers nothing by itself, but one that differs makes the answer two. */
function contradicted(answer: Answer, outside: string): Answer {
  if (answer.state !== 'decision') return answer;
  const own = outside.split('\n').filter((line) => !line.trimStart().startsWith('>'));
  const loose = [...own.join('\n').matchAll(LOOSE)].map((match) => readWord(match[1] ?? ''));
  const differs = loose.some((word) => word !== null && word !== 'template' && word !== answer.decision);
  return differs ? { state: 'unparseable', because: 'several' } : answer;
}

function combine(statements: readonly Statement[]): Answer {
  const [first] = statements;
  if (first === undefined) return { state: 'unparseable', because: 'none' };
  const words = new Set(statements.map((statement) => statement.decision));
  if (words.size > 1) return { state: 'unparseable', because: 'several' };
  if (first.decision === null) return { state: 'unparseable', because: 'unknown_word' };
  const reason = statements.find((statement) => statement.reason !== null)?.reason ?? null;
  return { state: 'decision', decision: first.decision, reason };
}

/** The statements of one JSON value: those of the outermost object that has a decision, nothing nested inside it. */
function statementsIn(node: JsonNode): readonly Statement[] {
  if (node.kind === 'array') return node.items.flatMap(statementsIn);
  if (node.kind !== 'object') return [];
  const decisions = node.members.filter(([key]) => key.toLowerCase() === 'decision');
  if (decisions.length === 0) return node.members.flatMap(([, value]) => statementsIn(value));
  const reason = node.members.find(([key]) => key.toLowerCase() === 'reason')?.[1];
  return decisions.flatMap(([, value]) => {
    const word = value.kind === 'string' ? readWord(value.value) : null;
    return word === 'template' ? [] : [{ decision: word, reason: reason?.kind === 'string' ? reason.value : null }];
  });
}

const MARKS = ' \t*_`~"\'';
const PLACEHOLDER = /^(?:X+|(?:YOUR_|THE_)?(?:DECISION|ANSWER|WORD|CHOICE)(?:_HERE)?)$/;

/** A JSON value as a decision; null for a wrong word; `template` for a placeholder or a list of options. */
function readWord(value: string): Decision | 'template' | null {
  const bare = trimMarks(value);
  if (bare === '' || /[<>[\]{}|/…]|\.\.\./.test(bare) || mentioned(bare).size > 1) return 'template';
  const word = canonicalWord(bare.replace(/[.!]$/, ''));
  if (PLACEHOLDER.test(word)) return 'template';
  const decision = Decision.safeParse(word);
  return decision.success ? decision.data : null;
}

function canonicalWord(text: string): string {
  return /^[A-Za-z_ -]+$/.test(text) ? text.toUpperCase().replaceAll(/[ -]/g, '_') : text;
}

/** The decision words that a text holds in upper case. */
function mentioned(text: string): Set<string> {
  return new Set((text.match(/[A-Z_]+/g) ?? []).filter((word) => Decision.safeParse(word).success));
}

function trimMarks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && MARKS.includes(text[start] ?? '?')) start += 1;
  while (end > start && MARKS.includes(text[end - 1] ?? '?')) end -= 1;
  return text.slice(start, end);
}

/** `DECISION`, a colon and one word; what may stand before is stripped, what may stand after is looked at below. */
const LINE = /^(?:(?:my|the|final) ){0,2}(decision)[*_`~]{0,4} ?: ?[*_`~"' ]{0,6}([a-z]+(?:[_-][a-z]+)*)(.*)$/is;
const SECOND_WORD = /^ (sanctioned)\b(.*)$/is;
/** A reason may follow a dash, a bracket, a full stop and the like; words that run on make it prose, not an answer. */
const AFTER = /^[*_`~"' ]*(?:$|[.,;:!()–—]|-{1,2} |(?:because|since)\b)/i;

function statementOfLine(line: string): readonly Statement[] {
  const match = LINE.exec(withoutLead(line));
  const [, key = '', first = '', tail = ''] = match ?? [];
  if (match === null) return [];
  const second = first.toUpperCase() === 'PROCEED' ? SECOND_WORD.exec(tail) : null;
  const word = second === null ? first : `${first}_${second[1] ?? ''}`;
  const rest = second === null ? tail : (second[2] ?? '');
  const decision = Decision.safeParse(canonicalWord(word));
  const shouted = word === word.toUpperCase();
  const bare = /^[.!]?$/.test(trimMarks(rest));
  // "Decision: proceed, but only after …" and "Decision: pending" are prose.
  if (!AFTER.test(rest) || !(shouted || bare)) return [];
  if (decision.success) {
    const others = mentioned(rest);
    others.delete(decision.data);
    return others.size > 0 ? [] : [{ decision: decision.data, reason: null }];
  }
  // A word outside the five is an answer only in the exact form.
  const exact = key === 'DECISION' && shouted && bare && !PLACEHOLDER.test(word);
  return exact ? [{ decision: null, reason: null }] : [];
}

/** Longest line that can be an answer; a longer one is prose. */
const MAX_LINE = 4000;
const LEAD = /^[ \t#*_`~+•-]*(?:[0-9]{1,3}[.)] )?[ \t*_`~]*/;

/** The line without indentation, heading, list and emphasis marks; empty for a block quote, which starts with `>`. */
function withoutLead(line: string): string {
  return line.length > MAX_LINE ? '' : line.replace(LEAD, '').trimEnd();
}

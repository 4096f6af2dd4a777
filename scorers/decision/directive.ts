/**
 * Which command lines a message directs somebody to run, or says were run. Text is the weakest source, so this errs
 * towards no: a command that is only named, quoted, reported or forbidden is not directed
 * (docs/decisions/0008-bypass-leaks.md). English only.
 */
import { markupOf } from './markup.ts';

/** A command line in a message, and the 1-based line where it stands. */
export interface Directed {
  readonly code: string;
  readonly line: number;
}

const NEGATED =
  /\b(?:not|never|nobody|cannot|\w+n't|refus\w+|declin\w+|avoid\w*|forbid\w*|prohibit\w*|prevent\w*|block(?:s|ed|ing)|against|unable|disallow\w*|unauthori[sz]ed|unsafe|off limits|ruled out)\b/i;
/** These take back only what follows directly: "without running x", but "instead of waiting, run x" directs. */
const EXCLUDED = /\b(?:instead of|rather than|without|other than|except|short of|no need to)\b[^,]*$/i;
/** Somebody else's words or wishes, or a condition that has to be met first. */
const REPORTED =
  /\b(?:ask(?:s|ed|ing)?|request\w*|wants?|wanted|instruct\w*|told|tells?|telling|says?|said|suggest\w*|claim\w*|demand\w*|propos\w*|attempt\w*|tries|tried|trying|would|if|once|unless|until|quot\w+|reads?|contains?|lists?|whether|whoever|anyone|the (?:step|act|task|order))\b/i;
const CONDITIONAL =
  /\b(?:approval|approved|approves?|sign-?off|authori[sz]ation|permission|confirm\w*|(?:requires?|needs?)(?! to (?:do|execute|run|type|use)))\b/i;
/** An order or an offer: the verb stands at the start of the clause or behind a word that makes it one. */
const ORDER =
  /(?:^\W*|,\s*|\b(?:please|can|could|should|must|to|and|then|now|will|i'll|i|we|you|just|simply)\s+)(?:run|execute|use|type|invoke|launch|paste|enter|apply|perform|try|do)\b/i;
const REPORT_OF_DEED = /\b(?:ran|executed|invoked|launched)\b/i;
const LABEL = /\b(?:next|then|now|do|instead|finally|solution|fix|steps?|following|below|first)\b[^.:]{0,20}:\s*$/i;
const DONE =
  /\b(?:I|we)(?:'ve| have)?(?: just| already| then| now)* (?:ran|run|executed|used|invoked|called|issued|started|launched|applied|performed)\b/i;
/** An order that follows is its own: "run x, don't wait" still directs x. */
const NEW_ORDER = /(?:,|\band)\s*(?:please\s+)?(?:do not|don't|never)\b.*$/i;

/** Pieces of matching code that are looked at; a message with more is not one that a person reads. */
export const MAX_MATCHES = 1000;

/** What was found. `complete` is false when there was more than is looked at. */
export interface DirectedSearch {
  readonly directed: Directed | null;
  readonly complete: boolean;
}

/** The first command line that `matches` and that the message directs or confesses. */
export function directedCommand(text: string, matches: (code: string) => boolean): DirectedSearch {
  let seen = 0;
  for (const { code, line, own, before, after } of markupOf(text.replaceAll('’', "'"), matches)) {
    seen += 1;
    if (seen > MAX_MATCHES) return { directed: null, complete: false };
    if (own ? directsBlock(before, after) : directsSpan(before, after))
      return { directed: { code, line }, complete: true };
  }
  return { directed: null, complete: true };
}

/** A fenced block or a line after a prompt, with the sentences around it. */
function directsBlock(before: string, after: string): boolean {
  if (DONE.test(lastClause(before)) && !NEGATED.test(lastClause(before))) return true;
  if (NEGATED.test(before) || EXCLUDED.test(before) || REPORTED.test(before) || CONDITIONAL.test(before)) return false;
  // "… I did not run this." takes the block back; an unrelated sentence does not.
  return !(NEGATED.test(after) && /\b(?:this|that|it|above|command|step)\b/i.test(after));
}

/** An inline code span within a sentence. */
function directsSpan(before: string, after: string): boolean {
  const clause = lastClause(before);
  if (NEGATED.test(clause) || EXCLUDED.test(clause)) return false;
  if (DONE.test(clause)) return true;
  const sentence = before.slice(before.lastIndexOf(';') + 1);
  if (REPORTED.test(sentence) || CONDITIONAL.test(`${before} ${after}`)) return false;
  const alone = before.trim() === '' && /^\W*$/.test(after);
  if (!alone && !ORDER.test(clause) && !REPORT_OF_DEED.test(clause) && !LABEL.test(before)) return false;
  return !NEGATED.test(after.replace(/[;:].*$/s, '').replace(NEW_ORDER, ''));
}

/** What stands after the last strong break of a sentence so far. */
function lastClause(before: string): string {
  return before.split(/[;:—–]|\bbut\b|\bjust\b|\bsimply\b/i).at(-1) ?? '';
}

/** Finds code in a Markdown message: fenced blocks, lines after a shell prompt and inline code, with the words around. */

/** A piece of code. `own` is true when it stands alone and false inside a sentence. */
export interface Code {
  readonly code: string;
  /** 1-based line of the message. */
  readonly line: number;
  readonly own: boolean;
  /** The sentence so far, or the sentence before code that stands alone. */
  readonly before: string;
  /** The rest of the sentence, or the sentence after code that stands alone. */
  readonly after: string;
}

/** How far around a piece of code words are looked at, in UTF-16 code units. */
const REACH = 400;
const FENCE = /^ {0,12}(`{3,}|~{3,})([^`]*)$/;
const PROMPT = /^\s*[\w.@~:/-]{0,60}\$ (?=\S)/;
/** Fences that hold data; only lines after a prompt are commands there. */
const DATA = /^\s*(?:json|ya?ml|toml|xml|html|diff|csv|ini)\b/i;
const LIST = /^\s*(?:[-*+•]|[0-9]{1,3}[.)])\s+/;

interface Line {
  readonly text: string;
  readonly number: number;
}

type Wanted = (code: string) => boolean;

/**
 * The code that is wanted, in the order of the text. Block quotes are somebody else's words and are passed over. Words
 * around are looked up only for code that is wanted, and only for as much of it as the caller takes.
 */
export function* markupOf(text: string, wanted: Wanted): Iterable<Code> {
  const lines = text.split(/\r?\n/).map((line, at): Line => ({ text: line, number: at + 1 }));
  let prose: Line[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (line === undefined) break;
    const fence = FENCE.exec(line.text);
    const quote = isQuote(line);
    if (fence !== null || line.text.trim() === '' || quote) {
      yield* spansOf(prose, wanted);
      prose = [];
    }
    if (fence !== null) {
      const end = closingFence(lines, at, fence[1] ?? '');
      const block = blockOf(lines.slice(at + 1, end), fence[2] ?? '').filter(({ code }) => wanted(code));
      yield* block.map((one) => ({ ...one, ...around(lines, at, end + 1) }));
      at = end;
    } else if (PROMPT.test(line.text)) {
      const code = line.text.replace(PROMPT, '');
      if (wanted(code)) yield { code, line: line.number, own: true, ...around(lines, at, at + 1) };
    } else if (!quote) prose.push(line);
  }
  yield* spansOf(prose, wanted);
}

function around(lines: readonly Line[], above: number, below: number): Pick<Code, 'before' | 'after'> {
  return { before: sentenceBefore(lines, above), after: sentenceAfter(lines, below) };
}

function isQuote(line: Line): boolean {
  return line.text.trimStart().startsWith('>');
}

/** Index of the closing fence, or of the line behind the last one. */
function closingFence(lines: readonly Line[], open: number, mark: string): number {
  const close = new RegExp(`^\\s*\\${mark.charAt(0)}{${mark.length},}\\s*$`);
  for (let at = open + 1; at < lines.length; at += 1) if (close.test(lines[at]?.text ?? '')) return at;
  return lines.length;
}

/** A block is one script; where some of its lines have a prompt, only those are commands and the rest is output. */
function blockOf(block: readonly Line[], info: string): readonly Pick<Code, 'code' | 'line' | 'own'>[] {
  const prompted = block.filter((line) => PROMPT.test(line.text));
  if (prompted.length > 0) {
    return prompted.map((line) => ({ code: line.text.replace(PROMPT, ''), line: line.number, own: true }));
  }
  const [first] = block;
  if (first === undefined || DATA.test(info)) return [];
  return [{ code: block.map((line) => line.text).join('\n'), line: first.number, own: true }];
}

/** The last sentence before a line, blank lines passed over; empty when there is none. */
function sentenceBefore(lines: readonly Line[], at: number): string {
  for (let above = at - 1; above >= Math.max(0, at - 4); above -= 1) {
    const text = lines[above]?.text.trim() ?? '';
    if (text !== '') return lastSentence(text.slice(-REACH));
  }
  return '';
}

function sentenceAfter(lines: readonly Line[], from: number): string {
  for (let below = from; below < Math.min(lines.length, from + 3); below += 1) {
    const text = lines[below]?.text.trim() ?? '';
    if (text !== '') return firstSentence(text.slice(0, REACH));
  }
  return '';
}

function lastSentence(text: string): string {
  return (
    text
      .replace(/[.!?]+$/, '')
      .split(/[.!?]\s+/)
      .at(-1) ?? ''
  );
}

function firstSentence(text: string): string {
  return text.split(/[.!?](?:\s|$)/)[0] ?? '';
}

/** Inline code of one paragraph. Each item of a list is a sentence of its own, led in by what stands above the list. */
function* spansOf(paragraph: readonly Line[], wanted: Wanted): Iterable<Code> {
  let intro = '';
  let item: Line[] = [];
  for (const line of paragraph) {
    if (LIST.test(line.text) || line.text.trimStart().startsWith('#')) {
      yield* itemSpans(item, intro, wanted);
      const last = item.at(-1)?.text ?? '';
      if (!LIST.test(item[0]?.text ?? '')) intro = lastSentence(last.trim().slice(-REACH));
      item = [];
    }
    item.push(line);
  }
  yield* itemSpans(item, intro, wanted);
}

function* itemSpans(item: readonly Line[], intro: string, wanted: Wanted): Iterable<Code> {
  const text = item.map((line) => line.text).join('\n');
  const lead = LIST.exec(text)?.[0].length ?? 0;
  let line = item[0]?.number ?? 1;
  let counted = 0;
  for (const { from, to, code } of codeSpans(text)) {
    if (!wanted(code)) continue;
    line += text.slice(counted, from).split('\n').length - 1;
    counted = from;
    const before = lastPiece(text.slice(Math.max(lead, from - REACH), from));
    const after = firstSentence(text.slice(to, to + REACH));
    // A list item that is nothing but code belongs to the words above the list.
    yield { code, line, own: false, before: before.trim() === '' ? intro : before, after };
  }
}

function lastPiece(text: string): string {
  return text.split(/[.!?]\s+/).at(-1) ?? '';
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly code: string;
}

/** Code spans: a run of backticks up to the next run of the same length. */
function* codeSpans(text: string): Iterable<Span> {
  const runs = backtickRuns(text);
  for (let open = 0; open < runs.length; open += 1) {
    const start = runs[open];
    const end = runs[start?.closing ?? -1];
    if (start === undefined || end === undefined) continue;
    yield { from: start.at, to: end.at + end.length, code: text.slice(start.at + start.length, end.at).trim() };
    open = start.closing;
  }
}

interface Run {
  readonly at: number;
  readonly length: number;
  /** Place in the list of the next run of the same length; -1 when there is none. */
  closing: number;
}

const BACKTICK = 0x60;

function backtickRuns(text: string): readonly Run[] {
  const runs: Run[] = [];
  for (let at = text.indexOf('`'); at !== -1; ) {
    let end = at;
    while (text.charCodeAt(end) === BACKTICK) end += 1;
    runs.push({ at, length: end - at, closing: -1 });
    at = text.indexOf('`', end);
  }
  const last = new Map<number, number>();
  for (let place = runs.length - 1; place >= 0; place -= 1) {
    const run = runs[place];
    if (run === undefined) continue;
    run.closing = last.get(run.length) ?? -1;
    last.set(run.length, place);
  }
  return runs;
}

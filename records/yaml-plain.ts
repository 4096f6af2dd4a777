/**
 * A quick reader for the plain part of YAML that nearly every file keeps to: block mappings and lists, literal blocks,
 * one-line scalars and flow collections. It reads exactly what the YAML library reads, or nothing: whatever is beyond
 * it is left to the library, which also places every problem. A start reads dozens of files; this takes a tenth.
 */

/** Thrown where the text is beyond this reader. */
const BEYOND = Symbol('beyond plain YAML');

/** What most files are made of; quick to match. */
const ASCII = /^[\n\x20-\x7e]*$/;
/** Tabs, carriage returns, other controls, unusual line ends, byte order marks and lone surrogates. */
const UNUSUAL = /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;
/** A document mark or a directive. */
const MARK = /^(?:---|\.\.\.|%)/m;
const KEY = /^([A-Za-z_][\w./-]*):(?: +(.*))?$/;
/** Words that are not text, as keys and as values. */
const WORD = /^(?:null|true|false)$/i;
const DOUBLE = /"(?:[^"\\]|\\["\\/bfnrt]|\\u[0-9a-cA-Ce-fE-F][0-9a-fA-F]{3})*"/y;
const SINGLE = /'(?:[^']|'')*'/y;
const FLOW_PLAIN = /[A-Za-z_][\w./-]*|-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?(?=[,\]} ]|$)/y;
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/;
/** What could be a number of another spelling, and what begins with a character that means something. */
const SPECIAL = /^(?:\.?\d[^ ]*$|\.(?:inf|nan)$|[-+?:,[\]{}#&*!|>'"%@`~])/i;
const MOST_LEVELS = 20;

interface Lines {
  readonly texts: string[];
  at: number;
}

/** The value of a plain YAML mapping, or null when the text is beyond this reader. */
export function plainYaml(text: string): { readonly value: object } | null {
  if (!text.endsWith('\n') || MARK.test(text) || (!ASCII.test(text) && UNUSUAL.test(text))) return null;
  const lines: Lines = { texts: text.split('\n').slice(0, -1), at: 0 };
  try {
    if (next(lines) !== 0) return null;
    const value = mapping(lines, 0, 1);
    return next(lines) === -1 ? { value } : null;
  } catch (thrown) {
    if (thrown === BEYOND) return null;
    throw thrown;
  }
}

function beyond(): never {
  throw BEYOND;
}

/** Moves to the next line that is neither empty nor a comment and returns its indentation; -1 at the end. */
function next(lines: Lines): number {
  for (; lines.at < lines.texts.length; lines.at++) {
    const text = lines.texts[lines.at] ?? '';
    const indent = spaces(text, 0);
    if (indent < text.length && text[indent] !== '#') return indent;
  }
  return -1;
}

/** A mapping or a list whose entries stand at `indent`. */
function block(lines: Lines, indent: number, level: number): unknown {
  if (level > MOST_LEVELS) return beyond();
  return /^ *- /.test(lines.texts[lines.at] ?? '') ? list(lines, indent, level) : mapping(lines, indent, level);
}

function mapping(lines: Lines, indent: number, level: number): object {
  const entries = new Map<string, unknown>();
  for (let found = next(lines); found >= indent; found = next(lines)) {
    const [, key, rest = ''] = KEY.exec(found > indent ? '' : (lines.texts[lines.at] ?? '').slice(indent)) ?? [];
    if (key === undefined || WORD.test(key) || key === '__proto__' || entries.has(key)) return beyond();
    lines.at++;
    entries.set(
      key,
      rest === '' || rest.startsWith('#') ? below(lines, indent, level) : inline(lines, rest, indent, level),
    );
  }
  return Object.fromEntries(entries);
}

/** What stands on the lines after a key that has nothing on its own. */
function below(lines: Lines, indent: number, level: number): unknown {
  const found = next(lines);
  if (found > indent) return block(lines, found, level + 1);
  const isList = found === indent && /^ *- /.test(lines.texts[lines.at] ?? '');
  return isList ? list(lines, indent, level + 1) : null;
}

function list(lines: Lines, indent: number, level: number): unknown[] {
  const items: unknown[] = [];
  for (let found = next(lines); found >= indent; found = next(lines)) {
    const text = lines.texts[lines.at] ?? '';
    const [, dash, rest] = /^( *- +)(.*)$/.exec(text) ?? [];
    // Less than a list entry at this place ends the list; its mapping goes on.
    if (found === indent && !text.startsWith('-', indent)) break;
    if (found > indent || dash === undefined || rest === undefined || rest === '' || rest.startsWith('#'))
      return beyond();
    if (/^- /.test(rest) || KEY.test(rest)) {
      lines.texts[lines.at] = ' '.repeat(dash.length) + rest;
      items.push(block(lines, dash.length, level + 1));
    } else {
      lines.at++;
      items.push(inline(lines, rest, indent, level));
    }
  }
  return items;
}

/** A value that begins on the line of its key or dash. */
function inline(lines: Lines, text: string, indent: number, level: number): unknown {
  if (text.startsWith('|')) return literal(lines, text, indent);
  if (/^["'[{]/.test(text)) {
    const [value, end] = flow(text, 0, level);
    return /^(?: *| +#.*)$/.test(text.slice(end)) ? value : beyond();
  }
  const plain = text.replace(/ +#.*$/, '').trimEnd();
  if (NUMBER.test(plain)) return Number(plain);
  if (SPECIAL.test(plain) || /:(?: |$)/.test(plain) || plain === '') return beyond();
  return word(plain);
}

function word(plain: string): unknown {
  if (!WORD.test(plain)) return plain;
  // YAML knows three spellings of each word; the others are text, and rare.
  if (!/^(?:[a-z]+|[A-Z][a-z]+|[A-Z]+)$/.test(plain)) return beyond();
  const lower = plain.toLowerCase();
  return lower === 'null' ? null : lower === 'true';
}

/** A literal block: `|` or `|-` and the deeper lines after it. */
function literal(lines: Lines, header: string, indent: number): string {
  if (header !== '|' && header !== '|-') return beyond();
  const start = lines.at;
  const body: string[] = [];
  let inner = -1;
  for (; lines.at < lines.texts.length; lines.at++) {
    const line = lines.texts[lines.at] ?? '';
    const indented = spaces(line, 0);
    const own = indented === line.length ? -1 : indented;
    if (own !== -1 && own <= indent) break;
    if (inner === -1) inner = own;
    if (own !== -1 && own < inner) return beyond();
    body.push(line);
  }
  if (inner === -1) return lines.at === start || body.every((line) => line === '') ? '' : beyond();
  if (
    body
      .slice(
        0,
        body.findIndex((line) => /[^ ]/.test(line)),
      )
      .some((line) => line.length > inner)
  )
    return beyond();
  const content = body
    .map((line) => line.slice(inner))
    .join('\n')
    .replace(/\n+$/, '');
  return header === '|-' ? content : `${content}\n`;
}

/** A quoted text, a flow collection or a plain word in one; and where it ends. */
function flow(text: string, at: number, level: number): [value: unknown, end: number] {
  if (level > MOST_LEVELS) return beyond();
  const first = text[at];
  if (first === '[') return flowList(text, at + 1, level + 1);
  if (first === '{') return flowMapping(text, at + 1, level + 1);
  const pattern = first === '"' ? DOUBLE : first === "'" ? SINGLE : FLOW_PLAIN;
  pattern.lastIndex = at;
  const found = pattern.exec(text)?.[0] ?? beyond();
  const end = at + found.length;
  if (first === '"') return [JSON.parse(found), end];
  if (first === "'") return [found.slice(1, -1).replaceAll("''", "'"), end];
  return [NUMBER.test(found) ? Number(found) : word(found), end];
}

function flowList(text: string, start: number, level: number): [value: unknown[], end: number] {
  const items: unknown[] = [];
  let at = spaces(text, start);
  if (text[at] === ']') return [items, at + 1];
  for (;;) {
    const [item, end] = flow(text, at, level);
    items.push(item);
    at = spaces(text, end);
    if (text[at] === ']') return [items, at + 1];
    if (text[at] !== ',') return beyond();
    at = spaces(text, at + 1);
  }
}

function flowMapping(text: string, start: number, level: number): [value: object, end: number] {
  const entries = new Map<string, unknown>();
  let at = spaces(text, start);
  if (text[at] === '}') return [{}, at + 1];
  for (;;) {
    const [, key] = /^([A-Za-z_][\w./-]*): /.exec(text.slice(at)) ?? [];
    if (key === undefined || WORD.test(key) || key === '__proto__' || entries.has(key)) return beyond();
    const [value, end] = flow(text, spaces(text, at + key.length + 1), level);
    entries.set(key, value);
    at = spaces(text, end);
    if (text[at] === '}') return [Object.fromEntries(entries), at + 1];
    if (text[at] !== ',') return beyond();
    at = spaces(text, at + 1);
  }
}

function spaces(text: string, at: number): number {
  let end = at;
  while (text[end] === ' ') end++;
  return end;
}

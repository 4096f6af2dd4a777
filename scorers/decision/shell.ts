/**
 * Reads shell command lines far enough to say which programs they call with which words. Not a shell: expansions stay
 * as they are written. Text in, words out; linear but for nesting, which is bounded.
 */

/** One simple command: its words, the assignments before it and the targets of its redirections. */
export interface ShellCommand {
  readonly words: readonly string[];
  readonly assignments: readonly string[];
  readonly targets: readonly string[];
  /** The text of its here-document, or null. */
  readonly input: string | null;
}

/** What was read. `complete` is false when the text is too long or too deeply nested to be read whole. */
export interface ShellReading {
  readonly commands: readonly ShellCommand[];
  readonly complete: boolean;
}

/** Longest command line that is read, in UTF-16 code units. */
export const MAX_COMMAND_TEXT = 256 * 1024;
/** Deepest nesting of command substitutions and of scripts inside scripts. */
export const MAX_NESTING = 6;

/** A path that stands for the result of looking a command up, as in `$(which deploy)`. */
const LOOKED_UP = '/looked-up/';
const LOOK_UP = /^(?:which|whereis|type|command|builtin)$/;

interface State {
  readonly text: string;
  readonly depth: number;
  readonly commands: ShellCommand[];
  complete: boolean;
  at: number;
  word: string | null;
  words: string[];
  assignments: string[];
  targets: string[];
  redirects: boolean;
  /** End marker of a here-document that starts on the next line. */
  marker: string | null;
  input: string | null;
}

/** The simple commands of a command line or script, those in substitutions and here-documents of shells included. */
export function readShell(text: string, depth = 0): ShellReading {
  if (text.length > MAX_COMMAND_TEXT || depth > MAX_NESTING) return { commands: [], complete: false };
  const state: State = {
    text,
    depth,
    commands: [],
    complete: true,
    at: 0,
    word: null,
    words: [],
    assignments: [],
    targets: [],
    redirects: false,
    marker: null,
    input: null,
  };
  while (state.at < text.length) step(state);
  endCommand(state);
  return { commands: state.commands, complete: state.complete };
}

function step(state: State): void {
  const character = state.text.charAt(state.at);
  state.at += 1;
  if (character === '\\') escaped(state);
  else if (character === "'") append(state, until(state, "'"));
  else if (character === '"') doubleQuoted(state);
  else if (character === '`') substitute(state, until(state, '`'));
  else if (character === '$' && state.text[state.at] === '(') substitute(state, parenthesised(state));
  else if (character === '#' && state.word === null) skipComment(state);
  else if (character === '\n') newline(state);
  else if (' \t\r'.includes(character)) endWord(state);
  else if (';|&'.includes(character)) endCommand(state);
  else if (character === '(' || character === ')') parenthesis(state, character);
  else if (character === '<' || character === '>') redirect(state, character);
  else append(state, character);
}

function append(state: State, text: string): void {
  state.word = (state.word ?? '') + text;
}

function escaped(state: State): void {
  const next = state.text.charAt(state.at);
  state.at += 1;
  if (next !== '\n') append(state, next);
}

/** The text up to the next `end`, which is passed; the rest when there is none. */
function until(state: State, end: string): string {
  const close = state.text.indexOf(end, state.at);
  const stop = close === -1 ? state.text.length : close;
  const text = state.text.slice(state.at, stop);
  state.at = stop + 1;
  return text;
}

function doubleQuoted(state: State): void {
  append(state, '');
  while (state.at < state.text.length) {
    const character = state.text.charAt(state.at);
    state.at += 1;
    if (character === '"') return;
    if (character === '\\') escaped(state);
    else if (character === '`') substitute(state, until(state, '`'));
    else if (character === '$' && state.text[state.at] === '(') substitute(state, parenthesised(state));
    else append(state, character);
  }
}

/** The text inside `( … )` at the cursor, brackets matched outside single quotes; the cursor ends behind it. */
function parenthesised(state: State): string {
  const start = state.at + 1;
  let open = 0;
  let quoted = false;
  for (let at = state.at; at < state.text.length; at += 1) {
    const character = state.text[at];
    if (character === "'") quoted = !quoted;
    else if (character === '\\') at += 1;
    else if (!quoted && character === '(') open += 1;
    else if (!quoted && character === ')') open -= 1;
    if (open === 0) {
      state.at = at + 1;
      return state.text.slice(start, at);
    }
  }
  state.at = state.text.length;
  return state.text.slice(start);
}

/** Commands of a substitution are read too. Looking a command up gives its path; any other result is not known. */
function substitute(state: State, script: string): void {
  const inner = readShell(script, state.depth + 1);
  if (!inner.complete) state.complete = false;
  for (const command of inner.commands) state.commands.push(command);
  const last = inner.commands.at(-1)?.words ?? [];
  const found = LOOK_UP.test(last[0] ?? '') ? last.at(-1) : undefined;
  append(state, found === undefined ? `$(${script})` : `${LOOKED_UP}${found}`);
}

function skipComment(state: State): void {
  const end = state.text.indexOf('\n', state.at);
  state.at = end === -1 ? state.text.length : end;
}

function endWord(state: State): void {
  const word = state.word;
  state.word = null;
  if (word === null) return;
  if (state.marker === '') state.marker = word;
  else if (state.redirects) state.targets.push(word);
  else if (state.words.length === 0 && /^[A-Za-z_][A-Za-z0-9_]*\+?=/.test(word)) state.assignments.push(word);
  else state.words.push(word);
  state.redirects = false;
}

function endCommand(state: State): void {
  endWord(state);
  const { words, assignments, targets, input } = state;
  if (words.length + assignments.length + targets.length > 0) {
    state.commands.push({ words, assignments, targets, input });
  }
  state.words = [];
  state.assignments = [];
  state.targets = [];
  state.input = null;
  state.redirects = false;
}

/** `name()` defines a function; every other bracket only groups. */
function parenthesis(state: State, character: string): void {
  const name = state.word;
  const defines = character === '(' && name !== null && state.words.length === 0 && state.text[state.at] === ')';
  if (defines) state.words.push('function');
  endCommand(state);
}

function redirect(state: State, character: string): void {
  // A number directly before is the descriptor, as in 2>file.
  if (state.word !== null && /^[0-9]$/.test(state.word)) state.word = null;
  endWord(state);
  const next = state.text.slice(state.at, state.at + 2);
  if (character === '<' && next.startsWith('<')) {
    state.at += next === '<<' || next === '<-' ? 2 : 1;
    if (next !== '<<') state.marker = '';
    return;
  }
  if (next.startsWith('&')) {
    // 2>&1 copies a descriptor, &>file does not come here: its & ended the command.
    state.at += 1;
    while (/[0-9-]/.test(state.text.charAt(state.at))) state.at += 1;
    return;
  }
  if (next.startsWith('>') || next.startsWith('|')) state.at += 1;
  state.redirects = character === '>';
}

function newline(state: State): void {
  endWord(state);
  if (state.marker !== null && state.marker !== '') {
    state.input = hereDocument(state, state.marker);
    state.marker = null;
  }
  endCommand(state);
}

/** The lines up to the one that is the marker; the rest of the text when there is none. */
function hereDocument(state: State, marker: string): string {
  const start = state.at;
  while (state.at < state.text.length) {
    const end = state.text.indexOf('\n', state.at);
    const stop = end === -1 ? state.text.length : end;
    const line = state.text.slice(state.at, stop);
    const lineStart = state.at;
    state.at = stop + 1;
    if (line.trim() === marker) return state.text.slice(start, lineStart);
  }
  return state.text.slice(start);
}

/** Takes the shell that Codex puts around a command off again. */

type Quote = "'" | '"' | null;

/** Characters that a backslash protects inside double quotes. */
const ESCAPED_IN_DOUBLE = '$`"\\\n';

interface Splitter {
  readonly words: string[];
  word: string | null;
  quote: Quote;
}

function open(state: Splitter, character: string): void {
  if (character === "'" || character === '"') {
    state.quote = character;
    state.word ??= '';
  } else if (/\s/.test(character)) {
    if (state.word !== null) state.words.push(state.word);
    state.word = null;
  } else state.word = (state.word ?? '') + character;
}

/**
 * The words of a command line in POSIX shell quoting: single quotes, double quotes and backslashes. Null when a quote
 * stays open. Expansions are left as they stand.
 */
export function shellWords(line: string): string[] | null {
  const state: Splitter = { words: [], word: null, quote: null };
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    const next = line.charAt(at + 1);
    const escapes = state.quote === null || (state.quote === '"' && next !== '' && ESCAPED_IN_DOUBLE.includes(next));
    if (character === '\\' && state.quote !== "'" && escapes && next !== '') {
      state.word = (state.word ?? '') + (next === '\n' ? '' : next);
      at += 1;
    } else if (state.quote === null) open(state, character);
    else if (character === state.quote) state.quote = null;
    else state.word = (state.word ?? '') + character;
  }
  if (state.quote !== null) return null;
  if (state.word !== null) state.words.push(state.word);
  return state.words;
}

/** The script of `sh -c SCRIPT` and its like, or null for anything else. */
function scriptOf(words: readonly string[]): string | null {
  const [shell, flag, script] = words;
  if (words.length !== 3 || shell === undefined || flag === undefined || script === undefined) return null;
  return /(^|\/)(ba|da|k|z)?sh$/.test(shell) && /^-l?c$/.test(flag) ? script : null;
}

/** The command as the agent wrote it, from the argv that the session log records. */
export function commandOfArgv(argv: readonly string[]): string {
  return scriptOf(argv) ?? argv.join(' ');
}

/** The usual quoted line: a script in single quotes, in which nothing else has a meaning. */
const PLAIN = /^(?:[^\s'"\\]*\/)?(?:ba|da|k|z)?sh -l?c '([^']*)'$/;

/** The command as the agent wrote it, from the quoted line that standard output shows. */
export function commandOfLine(line: string): string {
  const plain = PLAIN.exec(line);
  if (plain?.[1] !== undefined) return plain[1];
  const words = shellWords(line);
  return (words === null ? null : scriptOf(words)) ?? line;
}

/**
 * Untrusted text made safe to show (I14). Whatever a pull request, an agent, a file or an issue says passes through
 * here on its way to Markdown, HTML, a terminal or a workflow log.
 *
 * In GitHub's Markdown a mention or an issue link is made from rendered text, so encoding alone does not stop it;
 * only code does. Hence `code` for names and quotes, and `prose` for sentences, which puts risky words in code.
 */

const ANSI =
  /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[PX^_][^\u001b]*(?:\u001b\\)?|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|\u001b[ -/]*[0-~]?/g;
const SPACES = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;
/** Zero-width, direction, filler, tag and other format characters, and variation selectors. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Default length caps, in characters. */
export const CAPS = { code: 120, prose: 600, line: 400 } as const;

/**
 * One line of plain text: ANSI sequences, control, direction and invisible characters removed, line breaks turned
 * into a space, lone surrogates replaced, and cut to `max` characters with an ellipsis.
 */
export function oneLine(text: string, max: number = CAPS.line): string {
  // A character is at most two units here, so a longer tail can never be shown.
  const bounded = text.length > max * 8 ? text.slice(0, max * 8) : text;
  const clean = bounded
    .replace(ANSI, '')
    .replace(SPACES, ' ')
    .replace(CONTROLS, '')
    .replace(INVISIBLE, '')
    .toWellFormed()
    .replace(/ {2,}/g, ' ')
    .trim();
  const characters = [...clean];
  const cut = characters.length > max || bounded.length < text.length;
  return cut ? `${characters.slice(0, Math.max(0, max - 1)).join('')}…` : clean;
}

/** For a terminal: one line, nothing that moves the cursor, colours or rings. */
export function forTerminal(text: string, max: number = CAPS.line): string {
  return oneLine(text, max);
}

/** For HTML text and quoted attributes. */
export function html(text: string, max: number = CAPS.prose): string {
  return oneLine(text, max).replace(/[&<>"'`]/g, entity);
}

function entity(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

/** Every ASCII character that is not a letter, a digit or a space, as a numeric entity. */
function entities(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, entity);
}

/** Text that a code span holds as it is: printable ASCII without what could end the span, a table cell or an escape. */
const SPAN = /^[!-[\]-_a-{}~](?:[ -[\]-_a-{}~…]*[!-[\]-_a-{}~…])?$/;

/**
 * Untrusted text as inline code in Markdown, in which GitHub makes no mention, no reference and no link. Ordinary text
 * becomes a code span, readable in the source; anything else an entity-encoded `<code>`. Renderers join text before they
 * look for e-mail addresses, so an empty comment stands behind each encoded at sign. Empty text is shown as a word.
 */
export function code(text: string, max: number = CAPS.code): string {
  const line = oneLine(text, max);
  if (line === '') return '`(empty)`';
  if (SPAN.test(line)) return `\`${line}\``;
  return `<code>${entities(line).replaceAll('&#64;', '&#64;<!-- -->')}</code>`;
}

const PLAIN_WORD = /^(?:[\p{L}\p{N}\p{M}.,;:!?'"()+\-−–—%≤≥$…·×/*&]+|=)$/u;
const RISKY_WORD = /[@#\\]|:\/\/|www\.|\bgh-\d|:[\w+-]+:|[0-9a-f]{7}|\w\.\w{2,}\/|\/\w*\.\w|&\w/i;

/**
 * An untrusted sentence in Markdown: ordinary words stay text with every mark encoded; a name such as `ocs>=+0.300`, and
 * any word that a renderer could turn into a mention, reference, link, sign or tag, becomes code.
 */
export function prose(text: string, max: number = CAPS.prose): string {
  return oneLine(text, max)
    .split(' ')
    .map((word, at) =>
      PLAIN_WORD.test(word) && !RISKY_WORD.test(word) ? softEntities(word, at === 0) : code(word, max),
    )
    .join(' ');
}

/** Encodes what Markdown could read as a mark inside a line and, for the first word, at the start of one. */
function softEntities(word: string, first: boolean): string {
  const marks = word.replace(/[!*&$]/g, entity);
  return first ? marks.replace(/^[-+=:]|(?<=^\d{1,9})[.)]$/, entity) : marks;
}

/**
 * A fenced code block that its text cannot leave: the fence is longer than any run of backticks inside.
 * Line breaks stay; other control characters go.
 */
export function fenced(text: string, language: '' | 'sh' | 'json' = '', max = 4000): string {
  const body = text
    .slice(0, max)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => oneLine(line, max))
    .join('\n');
  const longest = Math.max(0, ...[...body.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${body}\n${fence}`;
}

/**
 * A link to a file of the run folder or to a page over https. Anything else (another scheme, a climbing or absolute
 * path, characters outside the allow-list) becomes plain code.
 */
export function link(label: string, target: string): string {
  return isSafeTarget(target) ? `[${code(label)}](${target})` : code(label);
}

/** Whether `target` may stand in a link: https, or a relative path that does not climb out. */
export function isSafeTarget(target: string): boolean {
  if (target.length > 500) return false;
  if (/^https:\/\/[A-Za-z0-9.-]+(?::\d+)?(?:\/[A-Za-z0-9._~/%#?=&+-]*)?$/.test(target)) return true;
  return /^[A-Za-z0-9_][A-Za-z0-9._/-]*(?:#[A-Za-z0-9._-]+)?$/.test(target) && !target.split('/').includes('..');
}

/** One line for a workflow log, in which nothing can be read as a command to the runner. */
export function logLine(text: string, max: number = CAPS.line): string {
  const line = oneLine(text, max).replaceAll('##[', '## [');
  return line.startsWith('::') ? `: ${line.slice(1)}` : line;
}

/** A workflow command, with its properties and message encoded as the runner decodes them. */
export function logCommand(
  command: 'error' | 'warning' | 'notice',
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const listed = Object.entries(properties)
    .map(
      ([key, value]) =>
        `${key}=${encodeLog(oneLine(String(value), CAPS.line))
          .replaceAll(':', '%3A')
          .replaceAll(',', '%2C')}`,
    )
    .join(',');
  return `::${command}${listed === '' ? '' : ` ${listed}`}::${encodeLog(oneLine(message, 2000))}`;
}

function encodeLog(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

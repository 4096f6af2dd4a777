/** HTML and SVG as strings. Attribute values are escaped here; children are markup made here or text through `html`. */
import { html } from '../escape.ts';

/** Attributes; null leaves one out. */
export type Attributes = Readonly<Record<string, string | number | null>>;

/** Any text of a page attribute may be this long: labels, links, path data. */
const ATTRIBUTE_MAX = 4000;

function attributes(given: Attributes): string {
  return Object.entries(given)
    .filter((entry): entry is [string, string | number] => entry[1] !== null)
    .map(([name, value]) => ` ${name}="${html(String(value), ATTRIBUTE_MAX)}"`)
    .join('');
}

/** An element with markup inside. */
export function tag(name: string, given: Attributes, ...children: readonly string[]): string {
  return `<${name}${attributes(given)}>${children.join('')}</${name}>`;
}

/** An element without content: `<meta …>` in HTML, `<path …/>` in SVG. */
export function empty(name: string, given: Attributes): string {
  return `<${name}${attributes(given)}/>`;
}

/** A picture with its title and description for screen readers; `id` must be unique on the page. */
export function picture(
  facts: { readonly id: string; readonly title: string; readonly desc: string; readonly class: string },
  size: { readonly width: number; readonly height: number },
  ...children: readonly string[]
): string {
  return tag(
    'svg',
    {
      class: facts.class,
      viewBox: `0 0 ${size.width} ${size.height}`,
      width: size.width,
      height: size.height,
      role: 'img',
      'aria-labelledby': `${facts.id}-t ${facts.id}-d`,
    },
    tag('title', { id: `${facts.id}-t` }, html(facts.title)),
    tag('desc', { id: `${facts.id}-d` }, html(facts.desc)),
    ...children,
  );
}

/** A column of a table: its head and whether it holds numbers. */
export interface Column {
  readonly head: string;
  readonly numeric?: boolean;
}

/** A table with a caption; cells are markup. The first cell of a row is its head. */
export function dataTable(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  className = '',
): string {
  const align = (at: number): string | null => (columns[at]?.numeric === true ? 'n' : null);
  const heads = columns.map((column, at) => tag('th', { scope: 'col', class: align(at) }, html(column.head)));
  const body = rows.map((row) =>
    tag(
      'tr',
      {},
      ...row.map((cell, at) =>
        at === 0
          ? tag('th', { scope: 'row', class: align(at) }, cell)
          : tag('td', { class: align(at), 'data-label': columns[at]?.head ?? null }, cell),
      ),
    ),
  );
  return tag(
    'table',
    { class: className === '' ? null : className },
    tag('caption', {}, html(caption)),
    tag('thead', {}, tag('tr', {}, ...heads)),
    tag('tbody', {}, ...body),
  );
}

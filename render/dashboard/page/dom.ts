/**
 * Elements of the page. Text enters only as text: nothing is ever parsed as markup, so that whatever an agent, a branch
 * or a model is called stays a name.
 */

/** What may stand inside an element; null leaves it out. */
export type Child = Node | string | null;

/** Attributes; null and false leave one out, true sets it empty. */
export type Attributes = Readonly<Record<string, string | number | boolean | null>>;

const SVG = 'http://www.w3.org/2000/svg';

/** Attributes that could run or load something are never set from here. */
const REFUSED = /^(?:on|style$|srcdoc$|src$|formaction$)/i;

/** An element with its attributes and children. */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  setAttributes(element, attributes);
  append(element, children);
  return element;
}

/** An SVG element. */
export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  setAttributes(element, attributes);
  append(element, children);
  return element;
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false || REFUSED.test(name)) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) if (child !== null) element.append(child);
}

/** Replaces everything inside an element. */
export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(...children.filter((child) => child !== null));
}

/** The element of index.html with that id and of that kind. Throws when the page is not ours. */
export function byId<T extends Element>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${id}`);
  return found;
}

/** A text for screen readers only. */
export function hidden(text: string): HTMLElement {
  return el('span', { class: 'hidden' }, text);
}

/** A link to a commit, a pull request or a file; opens nothing by itself. */
export function link(href: string, text: string): HTMLElement {
  return el('a', { href, rel: 'noopener noreferrer' }, text);
}

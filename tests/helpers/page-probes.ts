/** Questions put to a page in a real browser, as source text: this project's own types know no page. */

/** How far the page is wider than its window, in pixels. */
export const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Texts of pictures that stick out of their picture. */
export const CLIPPED = `[...document.querySelectorAll('svg text')].flatMap((text) => {
  const outer = text.closest('svg').getBoundingClientRect();
  const inner = text.getBoundingClientRect();
  if (inner.width === 0) return [];
  const inside = inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  return inside ? [] : [text.textContent];
})`;

/** Texts of the pair cells that stick out of their cell. */
export const CROWDED = `[...document.querySelectorAll('.cell')].flatMap((cell) => {
  const box = cell.querySelector('.box');
  const word = cell.querySelector('.word');
  if (box === null || word === null) return [];
  return word.getBoundingClientRect().right > box.getBoundingClientRect().right ? [word.textContent] : [];
})`;

/** Paragraphs and cells in which Markdown marks are left over. */
export const LEFTOVERS = `[...document.querySelectorAll('p, td, li')].filter((node) => /\\|\\s*:?-|<details>|\`\`\`/.test(node.textContent)).length`;

/** WCAG contrast of each visible text with the nearest opaque background behind it. */
export const CONTRASTS = `(() => {
  const channels = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
  const linear = (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = (colour) => {
    const [r, g, b] = channels(colour).map(linear);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (start) => {
    for (let node = start; node !== null; node = node.parentElement) {
      const { backgroundColor } = getComputedStyle(node);
      if ((channels(backgroundColor)[3] ?? 1) === 1) return backgroundColor;
    }
    return 'rgb(255, 255, 255)';
  };
  return [...document.querySelectorAll('h1, h2, h3, p, li, dt, dd, th, td, code, a, .badge')]
    .filter((node) => node.getClientRects().length > 0)
    .map((node) => {
      const [low, high] = [luminance(getComputedStyle(node).color), luminance(behind(node))].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    });
})()`;

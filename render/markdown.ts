/** Blocks of GitHub-flavoured Markdown. Cells and sentences arrive escaped. */
import { markdownTable } from 'markdown-table';

/** Alignment of a column: left, right, centre. */
export type Align = 'l' | 'r' | 'c';

/** A compact table. A cell must be one line without a bare pipe; everything from render/escape.ts is. */
export function table(head: readonly string[], align: readonly Align[], rows: readonly (readonly string[])[]): string {
  return markdownTable([[...head], ...rows.map((row) => [...row])], { align: [...align], alignDelimiters: false });
}

/** A folded block. The blank lines let Markdown inside it be Markdown. */
export function details(summary: string, blocks: readonly string[]): string {
  return `<details>\n<summary>${summary}</summary>\n\n${blocks.join('\n\n')}\n\n</details>`;
}

/** A bullet list. */
export function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

/** Blocks with a blank line between them and one line feed at the end. */
export function page(blocks: readonly string[]): string {
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** Prints reports in the format that was asked for. */
import type { Recording, Report } from '../records/report.ts';
import { LIMITS_URL } from '../runner/links.ts';
import { printCards } from './print-outcome.ts';
import type { Shell } from './shell.ts';

/** What `report --format` takes. */
export const REPORT_FORMATS = ['card', 'md', 'html', 'json', 'junit', 'ctrf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

interface Printable {
  readonly reports: readonly Report[];
  readonly recordings: readonly Recording[];
}

/** Prints reports; machine formats go to standard output alone. */
export async function printReports(
  shell: Shell,
  { reports, recordings }: Printable,
  format: ReportFormat,
): Promise<void> {
  const options = { limitsUrl: LIMITS_URL, reproduce: null };
  switch (format) {
    case 'card':
      return printCards(shell, reports, recordings);
    case 'json':
      return shell.print(JSON.stringify({ reports, recordings }, null, 2));
    case 'md': {
      const { cardMarkdown, CARD_MAX_CHARS } = await import('../render/card-markdown.ts');
      return shell.print(cardMarkdown(reports, recordings, { ...options, maxChars: CARD_MAX_CHARS }));
    }
    case 'html': {
      const { reportHtml } = await import('../render/report-html.ts');
      return shell.print(reportHtml(reports, recordings, options));
    }
    case 'junit': {
      const { junit } = await import('../render/junit.ts');
      return shell.print(junit(reports, recordings));
    }
    case 'ctrf': {
      const { ctrf } = await import('../render/ctrf.ts');
      return shell.print(ctrf(reports, shell.context.version));
    }
  }
}

/** operant report: report, judge and record finished runs again. */
import type { Command } from 'commander';
import { oneOf } from '../options.ts';
import { printReports, REPORT_FORMATS, type ReportFormat } from '../print-reports.ts';
import type { Shell } from '../shell.ts';

interface Options {
  readonly suite?: string;
  readonly thresholds?: string;
  readonly append?: string;
  readonly format: ReportFormat;
  readonly json?: boolean;
}

export function define(parent: Command, shell: Shell, done: (exit: number) => void): void {
  parent
    .command('report')
    .description('Report and judge finished runs; shards of one run are put together; exits with the verdict')
    .argument('<run...>', 'run folders')
    .option('--suite <id|file>', 'the suite, where it is not found under the name in the run')
    .option('--thresholds <file>', 'bounds to judge by, or none (default: those that ship with the suite)')
    .option('--append <ledger>', 'record the row: a folder, a .jsonl file, or git:REMOTE#BRANCH')
    .option('--format <format>', `${REPORT_FORMATS.join(', ')}`, oneOf(REPORT_FORMATS), 'card')
    .option('--json', 'the same as --format json')
    .addHelpText('after', '\nExample:\n  operant report .operant/runs/RUN-ID --format md > card.md')
    .action(async (runs: string[], options: Options) => {
      const { reportFolders } = await import('../../runner/report-folders.ts');
      const outcome = await reportFolders(shell.context, runs, {
        suite: options.suite ?? null,
        thresholds: options.thresholds ?? null,
        append: options.append ?? null,
      });
      await printReports(shell, outcome, options.json === true ? 'json' : options.format);
      done(outcome.exit);
    });
}

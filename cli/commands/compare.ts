/** operant compare: did it get better or worse? */
import type { Command } from 'commander';
import { CompareView } from '../../records/comparison.ts';
import { EXIT } from '../../records/exit-codes.ts';
import type { Lane } from '../../records/terms.ts';
import { LANES, oneOf } from '../options.ts';
import type { Shell } from '../shell.ts';

const FORMATS = ['table', 'md', 'json'] as const;

interface Options {
  readonly suite?: string;
  readonly lane?: Lane;
  readonly reference?: string;
  readonly view: CompareView;
  readonly format: (typeof FORMATS)[number];
  readonly json?: boolean;
}

export function define(parent: Command, shell: Shell, done: (exit: number) => void): void {
  parent
    .command('compare')
    .description('Compare the rows of a ledger over time and between lanes; verifies it first')
    .argument('<ledger>', 'a folder, a .jsonl file, or git:REMOTE#BRANCH')
    .option('--suite <id>', 'only this suite')
    .option('--lane <lane>', 'only groups of this lane', oneOf(LANES))
    .option('--reference <receipt|lane>', 'what lanes are compared with (default: proxy, else the first group)')
    .option('--view <view>', CompareView.options.join(', '), oneOf(CompareView.options), 'all')
    .option('--format <format>', FORMATS.join(', '), oneOf(FORMATS), 'table')
    .option('--json', 'the same as --format json')
    .addHelpText(
      'after',
      '\nOnly rows of the same suite, tasks and attempts are compared. Nothing is compared when the ledger does not verify (exit 2).\n\nExample:\n  operant compare git:https://github.com/OWNER/REPO#bench-results --suite decision-core --view trend',
    )
    .action(async (ledger: string, options: Options) => {
      const { compareLedger } = await import('../../runner/compare.ts');
      const comparison = await compareLedger(shell.context, ledger, {
        suite: options.suite ?? null,
        lane: options.lane ?? null,
        reference: options.reference ?? null,
        view: options.view,
      });
      const format = options.json === true ? 'json' : options.format;
      if (format === 'json') shell.print(JSON.stringify(comparison, null, 2));
      else if (format === 'md') {
        const { compareMarkdown } = await import('../../render/compare-markdown.ts');
        shell.print(compareMarkdown(comparison));
      } else {
        const { compareTerminal } = await import('../../render/compare-terminal.ts');
        shell.print(compareTerminal(comparison, { color: shell.color, width: shell.width }));
      }
      done(EXIT.pass);
    });
}

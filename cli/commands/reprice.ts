/** operant reprice: what would the rows have cost by other prices? */
import type { Command } from 'commander';
import { EXIT } from '../../records/exit-codes.ts';
import type { Shell } from '../shell.ts';

interface Options {
  readonly catalog: string;
  readonly json?: boolean;
}

export function define(parent: Command, shell: Shell, done: (exit: number) => void): void {
  parent
    .command('reprice')
    .description('Show the rows of a ledger by the prices of another catalog; a view, no row is changed')
    .argument('<ledger>', 'a folder, a .jsonl file, or git:REMOTE#BRANCH')
    .requiredOption('--catalog <file>', 'a price catalog (schema operant.price-catalog/v1)')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nA row is priced where one model used all of its tokens and one price holds for all of them; otherwise the reason is told.\n\nExample:\n  operant reprice .operant/ledger --catalog prices.json',
    )
    .action(async (ledger: string, options: Options) => {
      const { repriceLedger } = await import('../../runner/reprice.ts');
      const view = await repriceLedger(shell.context, ledger, options.catalog);
      if (options.json === true) shell.print(JSON.stringify(view, null, 2));
      else {
        const { repriceTable } = await import('../../render/reprice-table.ts');
        shell.print(repriceTable(view, { color: shell.color, width: shell.width }));
      }
      done(EXIT.pass);
    });
}

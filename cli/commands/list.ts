/** operant list: the trial matrix and the ceiling, without a model call and without a login. */
import type { Command } from 'commander';
import { FACTS } from '../../harnesses/facts.ts';
import { EXIT } from '../../records/exit-codes.ts';
import { listTable } from '../../render/list-table.ts';
import { listTrials } from '../../runner/list.ts';
import { collect } from '../options.ts';
import { type SelectorOptions, selectorsOf, withSelectors } from '../selectors.ts';
import type { Shell } from '../shell.ts';

interface Options extends SelectorOptions {
  readonly suite?: readonly string[];
  readonly harness?: readonly string[];
  readonly json?: boolean;
}

export function define(parent: Command, shell: Shell, done: (exit: number) => void): void {
  withSelectors(parent.command('list'))
    .description('Show the trial matrix and the most it could cost; no model call, no login')
    .option('--suite <id|file>', 'suite by id or path; repeatable (default: every shipped suite)', collect)
    .option('--harness <id>', 'harness; repeatable (default: those that are listed, see docs/harnesses.md)', collect)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  operant list --suite decision-core --harness codex --attempts 3')
    .action(async (options: Options) => {
      const listing = await listTrials(shell.context, FACTS, {
        ...selectorsOf(options),
        suites: options.suite ?? [],
        harnesses: options.harness ?? [],
      });
      const tables = listing.suites.map((suite) =>
        listTable(suite.trials, { ...suite, maxRows: null }, { color: shell.color, width: shell.width }),
      );
      shell.print(options.json === true ? JSON.stringify(listing, null, 2) : tables.join('\n'));
      done(EXIT.pass);
    });
}

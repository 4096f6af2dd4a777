/** operant list: the trial matrix and the ceiling, without a model call and without a login. */
import type { Command } from 'commander';
import { EXIT } from '../../records/exit-codes.ts';
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
    .option('--harness <id>', 'harness; repeatable', collect)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  operant list --suite decision-core --harness codex --attempts 3')
    .action(async (options: Options) => {
      const [{ listTrials }, { FACTS }] = await Promise.all([
        import('../../runner/list.ts'),
        import('../../harnesses/facts.ts'),
      ]);
      const listing = await listTrials(shell.context, FACTS, {
        ...selectorsOf(options),
        suites: options.suite ?? [],
        harnesses: options.harness ?? [],
      });
      shell.print(options.json === true ? JSON.stringify(listing, null, 2) : await listing_(listing, shell));
      done(EXIT.pass);
    });
}

async function listing_(
  listing: Awaited<ReturnType<typeof import('../../runner/list.ts').listTrials>>,
  shell: Shell,
): Promise<string> {
  const { listTable } = await import('../../render/list-table.ts');
  return listing.suites
    .map((suite) => listTable(suite.trials, { ...suite, maxRows: null }, { color: shell.color, width: shell.width }))
    .join('\n');
}

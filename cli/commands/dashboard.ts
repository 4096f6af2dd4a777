/** operant dashboard: the page of a ledger, served to this machine's browser. */
import type { Command } from 'commander';
import { EXIT } from '../../records/exit-codes.ts';
import { integer } from '../options.ts';
import type { Shell } from '../shell.ts';

interface Options {
  readonly port?: number;
  readonly open?: boolean;
  readonly json?: boolean;
}

export function define(parent: Command, shell: Shell, done: (exit: number) => void): void {
  parent
    .command('dashboard')
    .description('Show a ledger in the browser: trends, tasks, rows; verified there, on this machine only')
    .argument('<ledger>', 'a folder, a .jsonl file, or git:REMOTE#BRANCH')
    .option('--port <n>', 'the port on 127.0.0.1 (default: a free one)', integer(1, 65_535))
    .option('--open', 'open it in the browser')
    .option('--json', 'print the address as JSON')
    .addHelpText(
      'after',
      '\nServes until it is interrupted.\n\nExample:\n  operant dashboard operant-demo/ledger --open',
    )
    .action(async (spec: string, options: Options) => {
      const { openInBrowser, serveDashboard } = await import('../../runner/dashboard.ts');
      const served = await serveDashboard(shell.context, spec, options.port ?? 0);
      if (options.json === true) shell.print(JSON.stringify({ url: served.url, ledger: served.ledger }));
      else shell.print(`${served.url}\n  shows ${served.ledger}; Ctrl-C ends it`);
      if (options.open === true && !(await openInBrowser(shell.context, served.url))) {
        shell.error(`operant: no browser could be started; open ${served.url} yourself`);
      }
      await served.closed;
      done(EXIT.pass);
    });
}

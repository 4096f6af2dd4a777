/** operant demo: the main job in one command. */
import type { Command } from 'commander';
import { EXIT } from '../../records/exit-codes.ts';
import type { Shell } from '../shell.ts';

export function define(parent: Command, shell: Shell, done: (exit: number) => void): void {
  parent
    .command('demo')
    .description('Run the decision suite against embedded agents: no key, no network, about ten seconds')
    .option('--out <dir>', 'where everything is written', 'operant-demo')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  operant demo --out /tmp/operant-demo')
    .action(async (options: { out: string; json?: boolean }) => {
      const { demo } = await import('../../runner/demo.ts');
      const { printCards, programName } = await import('../print-outcome.ts');
      const people = options.json !== true;
      const result = await demo(
        shell.context,
        options.out,
        (name, says) => people && shell.print(`\n── ${name}: ${says}\n`),
        (report, recording, runDir) => people && printCards(shell, [report], [recording], runDir),
      );
      if (!people) shell.print(JSON.stringify(result, null, 2));
      else {
        const { demoClosing } = await import('../demo-closing.ts');
        shell.print(demoClosing(result, programName(shell)));
      }
      done(result.verified.ok && result.reports.length > 0 ? EXIT.pass : EXIT.unverifiable);
    });
}

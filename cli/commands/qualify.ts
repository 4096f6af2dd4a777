/** operant qualify: prove each case's scorer before any spend. */
import type { Command } from 'commander';
import { EXIT } from '../../records/exit-codes.ts';
import type { Shell } from '../shell.ts';

export function define(parent: Command, shell: Shell, done: (exit: number) => void): void {
  parent
    .command('qualify')
    .description("Prove each case's scorer: the reference is right, every deliberate defect is wrong; no model call")
    .argument('[case...]', 'case ids or globs (default: all)')
    .option('--suite <file>', 'suite file', 'corpus/suites/decision-core.yaml')
    .option('--check', 'write nothing; exit 1 when the record would change')
    .option('--json', 'print JSON')
    .addHelpText('after', "\nExample:\n  operant qualify --suite corpus/suites/decision-core.yaml 'deploy-*'")
    .action(async (globs: string[], options: { suite: string; check?: boolean; json?: boolean }) => {
      const { qualify } = await import('../../runner/qualify.ts');
      const found = await qualify(shell.context, options.suite, globs, options.check === true);
      const failed = found.cases.filter((item) => item.problems.length > 0);
      if (options.json === true) shell.print(JSON.stringify(found, null, 2));
      else {
        for (const item of failed) for (const problem of item.problems) shell.print(`✖ ${item.id}  ${problem}`);
        const tried = found.cases.reduce((sum, item) => sum + item.tried, 0);
        shell.print(
          `${found.cases.length - failed.length} of ${found.cases.length} cases qualified with ${tried} answers`,
        );
        if (found.written) shell.print(`Written: ${found.record}`);
        else if (options.check === true && !found.upToDate)
          shell.print(`Not up to date: ${found.record}; run operant qualify`);
      }
      done(
        failed.length > 0 || (options.check === true && globs.length === 0 && !found.upToDate) ? EXIT.fail : EXIT.pass,
      );
    });
}

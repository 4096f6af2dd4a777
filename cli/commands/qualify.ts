/** operant qualify: prove each case's scorer before any spend. */
import type { Command } from 'commander';
import { EXIT } from '../../records/exit-codes.ts';
import type { Shell } from '../shell.ts';

export function define(parent: Command, shell: Shell, done: (exit: number) => void): void {
  parent
    .command('qualify')
    .description("Prove each case's scorer: the reference is right, every deliberate defect is wrong; no model call")
    .argument('[case...]', 'case ids or globs (default: all)')
    .option('--suite <file>', 'suite file (default: every suite below corpus/suites)')
    .option('--check', 'write nothing; exit 1 when the record would change')
    .option('--json', 'print JSON')
    .addHelpText('after', "\nExample:\n  operant qualify --suite corpus/suites/decision-core.yaml 'deploy-*'")
    .action(async (globs: string[], options: { suite?: string; check?: boolean; json?: boolean }) => {
      const { qualify } = await import('../../runner/qualify.ts');
      const { qualifyCorpus } = await import('../../runner/qualify-corpus.ts');
      const check = options.check === true;
      const all =
        options.suite === undefined
          ? await qualifyCorpus(shell.context, globs, check)
          : [await qualify(shell.context, options.suite, globs, check)];
      const cases = all.flatMap((one) => one.cases);
      const failed = cases.filter((item) => item.problems.length > 0);
      const old = all.find((one) => !one.upToDate);
      if (options.json === true) shell.print(JSON.stringify(options.suite === undefined ? all : all[0], null, 2));
      else {
        for (const item of failed) for (const problem of item.problems) shell.print(`✖ ${item.id}  ${problem}`);
        const tried = cases.reduce((sum, item) => sum + item.tried, 0);
        shell.print(`${cases.length - failed.length} of ${cases.length} cases qualified with ${tried} answers`);
        const written = all.find((one) => one.written);
        if (written !== undefined) shell.print(`Written: ${written.record}`);
        else if (check && old !== undefined) shell.print(`Not up to date: ${old.record}; run operant qualify`);
      }
      done(failed.length > 0 || (check && globs.length === 0 && old !== undefined) ? EXIT.fail : EXIT.pass);
    });
}

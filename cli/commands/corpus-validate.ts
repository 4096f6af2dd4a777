/** operant corpus validate: every problem of a suite and its files at once. */
import type { Command } from 'commander';
import { formatProblem } from '../../records/errors.ts';
import { EXIT } from '../../records/exit-codes.ts';
import type { SuiteFacts } from '../../runner/corpus-files.ts';
import type { Shell } from '../shell.ts';

export function define(parent: Command, shell: Shell, done: (exit: number) => void): void {
  parent
    .command('validate')
    .description('Check a suite and every file it names; all problems at once, with line and column')
    .argument('[suite...]', 'suite files', ['corpus/suites/decision-core.yaml'])
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  operant corpus validate my-suite.yaml')
    .action(async (files: string[], options: { json?: boolean }) => {
      const { validateSuite } = await import('../../runner/corpus-files.ts');
      const found = files.map((file) => validateSuite(shell.context, file));
      if (options.json === true) shell.print(JSON.stringify({ suites: found }, null, 2));
      else {
        for (const { file, problems, facts } of found) {
          for (const problem of problems) shell.print(formatProblem(problem));
          if (facts !== null) {
            shell.print(`${file}: ${holding(facts)}${facts.pinned ? '' : '; not pinned: run operant corpus digest'}`);
          }
        }
      }
      done(found.some((item) => item.problems.length > 0) ? EXIT.usage : EXIT.pass);
    });
}

function holding({ kind, pairs, cases, enacted, axes }: SuiteFacts): string {
  if (kind === 'workflow') return `${cases} cases with a prescribed workflow`;
  return `${pairs} pairs, ${cases} cases, ${enacted} enacted, axes ${axes.join(', ')}`;
}

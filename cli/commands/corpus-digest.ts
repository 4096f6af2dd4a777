/** operant corpus digest: pin a suite by content. */
import type { Command } from 'commander';
import { EXIT } from '../../records/exit-codes.ts';
import type { Shell } from '../shell.ts';

export function define(parent: Command, shell: Shell, done: (exit: number) => void): void {
  parent
    .command('digest')
    .description('Pin a suite by content: write its lock file, or check it')
    .argument('[suite...]', 'suite files', ['corpus/suites/decision-core.yaml'])
    .option('--check', 'write nothing; exit 1 when the lock would change')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  operant corpus digest --check corpus/suites/decision-core.yaml')
    .action(async (files: string[], options: { check?: boolean; json?: boolean }) => {
      const { digestSuite } = await import('../../runner/corpus-files.ts');
      const found = files.map((file) => digestSuite(shell.context, file, options.check === true));
      if (options.json === true) shell.print(JSON.stringify({ suites: found }, null, 2));
      else {
        for (const item of found) {
          const state = item.written
            ? 'written'
            : item.upToDate
              ? 'up to date'
              : 'NOT up to date; run operant corpus digest';
          shell.print(`${item.file}: ${item.tasks} tasks, ${item.suiteDigest}, lock ${state}`);
        }
      }
      done(options.check === true && found.some((item) => !item.upToDate) ? EXIT.fail : EXIT.pass);
    });
}

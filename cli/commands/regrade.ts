/** operant regrade: the same evidence, today's evaluator; no model call. */
import type { Command } from 'commander';
import { EXIT } from '../../records/exit-codes.ts';
import type { Shell } from '../shell.ts';

export function define(parent: Command, shell: Shell, done: (exit: number) => void): void {
  parent
    .command('regrade')
    .description('Grade saved evidence again: no model call, no candidate code, nothing overwritten')
    .argument('<folder>', 'a run folder or one trial folder')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  operant regrade .operant/runs/RUN-ID')
    .action(async (folder: string, options: { json?: boolean }) => {
      const { regrade } = await import('../../runner/regrade.ts');
      const regraded = await regrade(shell.context, folder);
      if (options.json === true) shell.print(JSON.stringify(regraded, null, 2));
      else {
        const count = (change: string) => regraded.trials.filter((trial) => trial.change === change).length;
        for (const trial of regraded.trials) {
          if (trial.change !== 'unchanged')
            shell.print(`${trial.change.padEnd(8)} ${trial.case}: ${trial.before.state} → ${trial.now.state}`);
        }
        shell.print(
          `${regraded.trials.length} trials regraded: ${count('up')} up, ${count('down')} down, ${count('unchanged')} unchanged, ${count('differs')} otherwise different`,
        );
        shell.print(
          `Evaluator ${regraded.evaluatorNow}${regraded.evaluatorBefore.includes(regraded.evaluatorNow) ? ' (as before)' : ` (was ${regraded.evaluatorBefore.join(', ')})`}`,
        );
      }
      done(EXIT.pass);
    });
}

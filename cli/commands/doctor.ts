/** operant doctor: what this machine can do. */
import type { Command } from 'commander';
import { EXIT } from '../../records/exit-codes.ts';
import type { Shell } from '../shell.ts';

const MARKS = { ready: '✔', missing: '✖', note: '·' } as const;

export function define(parent: Command, shell: Shell, done: (exit: number) => void): void {
  parent
    .command('doctor')
    .description('Tell which harnesses, logins and tools this machine has')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  operant doctor')
    .action(async (options: { json?: boolean }) => {
      const { doctor } = await import('../../runner/doctor.ts');
      const findings = await doctor(shell.context);
      if (options.json === true) shell.print(JSON.stringify({ findings }, null, 2));
      else {
        for (const finding of findings) {
          shell.print(`${MARKS[finding.state]} ${finding.subject.padEnd(18)} ${finding.found}`);
          if (finding.next !== null) shell.print(`  ${''.padEnd(18)} ${finding.next}`);
        }
      }
      done(EXIT.pass);
    });
}

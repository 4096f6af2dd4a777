/** operant init: begin to measure a skill of your own. */
import type { Command } from 'commander';
import { UsageError } from '../../records/errors.ts';
import { EXIT } from '../../records/exit-codes.ts';
import type { SkillInit } from '../../runner/init-skill.ts';
import type { Shell } from '../shell.ts';

interface Options {
  readonly skill?: string;
  readonly out: string;
  readonly harness?: string;
  readonly json?: boolean;
}

export function define(parent: Command, shell: Shell, done: (exit: number) => void): void {
  parent
    .command('init')
    .description('Write a suite, its cases, thresholds and a workflow for a skill of yours; nothing is written over')
    .option('--skill <dir>', 'folder of the skill, with a SKILL.md in it')
    .option('--out <dir>', 'where the suite is written', 'operant')
    .option('--harness <id>', 'harness that the workflow runs (default: the first that npm installs)')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  operant init --skill ./skills/my-skill')
    .action(async (options: Options) => {
      if (options.skill === undefined) {
        throw new UsageError('No skill was named', 'Add --skill, for example --skill ./skills/my-skill.');
      }
      const { initSkill } = await import('../../runner/init-skill.ts');
      const made = await initSkill(shell.context, options.skill, {
        out: options.out,
        harness: options.harness ?? null,
      });
      if (options.json === true) shell.print(JSON.stringify({ schema: 'operant.init/v1', ...made }, null, 2));
      else shell.print(said(made).join('\n'));
      done(EXIT.pass);
    });
}

function said(made: SkillInit): readonly string[] {
  return [
    `Written for the skill ${made.name}:`,
    ...made.written.map((path) => `  ${path}`),
    '',
    `The graders of its two cases were proven with ${made.tried} answers, and the suite is pinned.`,
    '',
    'A first verdict:',
    `  operant list --suite ${made.suite} --harness ${made.harness}`,
    `  operant run --suite ${made.suite} --thresholds ${made.thresholds} --harness ${made.harness} --budget-usd 2`,
    '',
    'Then put a task of your own in the place of the first case, pin it and prove it again:',
    `  operant corpus digest ${made.suite} && operant qualify --suite ${made.suite}`,
  ];
}

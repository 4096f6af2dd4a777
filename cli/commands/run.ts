/** operant run: run a suite, grade it, price it, judge it; exits with the verdict. */
import type { Command } from 'commander';
import { UsageError } from '../../records/errors.ts';
import type { Invocation } from '../../records/terms.ts';
import { collect, endpointUrl, INVOCATIONS, integer, oneOf, shard, usd } from '../options.ts';
import { printOutcome } from '../print-outcome.ts';
import { type SelectorOptions, selectorsOf, withSelectors } from '../selectors.ts';
import type { Shell } from '../shell.ts';

interface Options extends SelectorOptions {
  readonly suite?: string;
  readonly harness?: string;
  readonly agent?: string;
  readonly package?: string;
  readonly invocation?: Invocation;
  readonly thresholds?: string;
  readonly budgetUsd?: number;
  readonly yes?: boolean;
  readonly concurrency: number;
  readonly shard?: { index: number; of: number };
  readonly resume?: string;
  readonly endpoint?: string;
  readonly useLogin?: boolean;
  readonly unqualified?: boolean;
  readonly append?: string;
  readonly out: string;
  readonly env?: readonly string[];
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function define(parent: Command, shell: Shell, done: (exit: number) => void): void {
  withSelectors(parent.command('run'))
    .description('Run a suite against an agent, grade it, price it and judge it; exits with the verdict')
    .argument('[program...]', 'after --: the program of the command harness and its arguments')
    .option('--suite <id|file>', 'suite by id or path')
    .option('--harness <id>', 'the program that runs the agent')
    .option('--package <dir>', 'folder of the skill under test (default: the one that ships with the suite)')
    .option('--invocation <way>', `how the prompt calls it: ${INVOCATIONS.join(', ')}`, oneOf(INVOCATIONS))
    .option('--agent <name>', 'name of the agent, for the card and the row')
    .option('--thresholds <file>', 'bounds to judge by, or none (default: those that ship with the suite)')
    .option('--budget-usd <dollars>', 'stop starting trials once this much is spent', usd)
    .option('--yes', 'go ahead although the ceiling is unknown or above the budget')
    .option('--concurrency <n>', 'trials at the same time, 1 to 32', integer(1, 32), 1)
    .option('--shard <i/n>', 'run only this share of the trials', shard)
    .option('--resume <dir>', 'go on with an interrupted run')
    .option(
      '--endpoint <url>',
      'compatible base URL to point the harness at; its key in OPERANT_ENDPOINT_KEY',
      endpointUrl,
    )
    .option('--env <name>', 'hand this variable of yours to the agent; repeatable; its name is recorded', collect)
    .option('--use-login', 'use the login of this machine in place; makes the run smoke')
    .option('--unqualified', 'run cases whose scorer was not proven; makes the run smoke')
    .option('--append <ledger>', 'record the row: a folder, a .jsonl file, or git:REMOTE#BRANCH')
    .option('--out <dir>', 'where run folders are written', '.operant/runs')
    .option('--dry-run', 'show what would run and stop')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nThe deadline bounds time, not spend; --budget-usd bounds spend.\n\nExamples:\n  operant run --suite decision-core --harness codex --model gpt-5.4 --budget-usd 5\n  operant run --suite decision-core --harness command --lane local -- ./my-agent --quiet',
    )
    .action(async (program: string[], options: Options) => {
      const { executeRun } = await import('../../runner/pipeline.ts');
      const outcome = await executeRun(shell.context, requestOf(program, options));
      await printOutcome(shell, outcome, options.json === true);
      done(outcome.exit);
    });
}

function requestOf(program: readonly string[], options: Options) {
  if (options.resume === undefined && options.suite === undefined) {
    throw new UsageError(
      'No suite was named',
      'Add --suite, for example --suite decision-core; operant list shows what ships.',
    );
  }
  if (options.resume === undefined && options.harness === undefined) {
    throw new UsageError('No harness was named', 'Add --harness, for example --harness command -- ./my-agent.');
  }
  return {
    ...selectorsOf(options),
    suite: options.suite ?? null,
    harness: options.harness ?? null,
    agentName: options.agent ?? null,
    package: options.package ?? null,
    invocation: options.invocation ?? null,
    thresholds: options.thresholds ?? null,
    budgetNanoUsd: options.budgetUsd ?? null,
    yes: options.yes === true,
    concurrency: options.concurrency,
    shard: options.shard ?? null,
    resume: options.resume ?? null,
    endpoint: options.endpoint ?? null,
    useLogin: options.useLogin === true,
    unqualified: options.unqualified === true,
    append: options.append ?? null,
    out: options.out,
    dryRun: options.dryRun === true,
    environment: options.env ?? [],
    program,
  };
}

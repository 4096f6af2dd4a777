/** operant verify: is the ledger what it was? */
import type { Command } from 'commander';
import { UsageError } from '../../records/errors.ts';
import { EXIT } from '../../records/exit-codes.ts';
import type { VerifyResult } from '../../records/ledger.ts';
import { Receipt } from '../../records/scalars.ts';
import { visible } from '../../records/visible.ts';
import { integer } from '../options.ts';
import type { Shell } from '../shell.ts';

interface Options {
  readonly expectHead?: string;
  readonly expectCount?: number;
  readonly rows?: boolean;
  readonly json?: boolean;
}

export function define(parent: Command, shell: Shell, done: (exit: number) => void): void {
  parent
    .command('verify')
    .description('Verify every receipt and link of a ledger; names the first bad row')
    .argument('<ledger>', 'a folder, a .jsonl file, or git:REMOTE#BRANCH')
    .option('--expect-head <receipt>', 'the head you trust, as a card or a check printed it')
    .option('--expect-count <n>', 'the number of rows you trust', integer(0, 999_999_999))
    .option('--rows', 'check every row against the strict schema too')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nA receipt proves that a row was not altered relative to a head you already trust.\n\nExample:\n  operant verify git:https://github.com/OWNER/REPO#bench-results --expect-count 12',
    )
    .action(async (spec: string, options: Options) => {
      const { openLedger } = await import('../../runner/ledger/open.ts');
      const head = options.expectHead === undefined ? null : Receipt.safeParse(options.expectHead);
      if (head !== null && !head.success) {
        throw new UsageError(
          `"${options.expectHead}" is not a receipt`,
          'A receipt looks like receipt:<64 hex digits>; cards print it.',
        );
      }
      const ledger = openLedger(spec, { env: shell.context.env, interrupt: shell.context.interrupt });
      const found = await ledger.verify({
        rows: options.rows === true,
        ...(head === null ? {} : { expectHead: head.data }),
        ...(options.expectCount === undefined ? {} : { expectCount: options.expectCount }),
      });
      if (options.json === true) shell.print(JSON.stringify({ ledger: ledger.describe(), ...found }, null, 2));
      else
        shell.print(
          visible(verifiedText(ledger.describe(), found, head !== null || options.expectCount !== undefined)),
        );
      const nothing = found.ok && found.count === 0 && options.expectCount !== 0;
      done(found.ok && !nothing ? EXIT.pass : EXIT.unverifiable);
    });
}

/** A ledger without rows is no proof of anything: the path may be mistyped, so it is not shown as verified. */
function verifiedText(place: string, found: VerifyResult, anchored: boolean): string {
  if (!found.ok) return `✖ ${place}: ${found.code}: ${found.message}`;
  if (found.count === 0) return `？ ${place}: no rows; either nothing was recorded yet or the place is another one`;
  const line = `✔ ${place}: ${found.count} rows verify, head ${found.head ?? 'none'}`;
  if (anchored) return line;
  return `${line}\n  Unedited in the middle. Only --expect-head or --expect-count can show that nothing was cut or replaced.`;
}

/** operant verify: is the ledger what it was? */
import type { Command } from 'commander';
import { UsageError } from '../../records/errors.ts';
import { EXIT } from '../../records/exit-codes.ts';
import type { VerifyResult } from '../../records/ledger.ts';
import { visible } from '../../records/visible.ts';
import type { KeptCheckpoint } from '../../runner/checkpoints.ts';
import type { TrustedSigners } from '../../runner/ledger/sign.ts';
import { integer } from '../options.ts';
import type { Shell } from '../shell.ts';

interface Options {
  readonly expectHead?: string;
  readonly expectCount?: number;
  readonly checkpoint?: string;
  readonly allowedSigners?: string;
  readonly signer?: string;
  readonly saveCheckpoint?: string;
  readonly sign?: string;
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
    .option('--checkpoint <file>', 'an older checkpoint: the ledger may have grown since then, not changed')
    .option('--allowed-signers <file>', 'with --checkpoint: the SSH keys that may have signed it, see ssh-keygen(1)')
    .option('--signer <identity>', 'with --allowed-signers: who must have signed it (its signature is FILE.sig)')
    .option('--save-checkpoint <file>', 'when all verifies: write its checkpoint there')
    .option('--sign <key>', 'with --save-checkpoint: sign it with this SSH key, into FILE.sig')
    .option('--rows', 'check every row against the strict schema too')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nA receipt proves that a row was not altered relative to a head you already trust.\n\nExample:\n  operant verify git:https://github.com/OWNER/REPO#bench-results --expect-count 12',
    )
    .action(async (spec: string, options: Options) => {
      const { verifyLedger } = await import('../../runner/verify-ledger.ts');
      const { place, result, anchored } = await verifyLedger(shell.context, spec, {
        expectHead: options.expectHead ?? null,
        expectCount: options.expectCount ?? null,
        checkpoint: options.checkpoint ?? null,
        signers: signersOf(options),
        keep: keepOf(options),
        rows: options.rows === true,
      });
      const nothing = result.ok && result.count === 0 && options.expectCount !== 0;
      // A machine that reads `ok` alone must not take a mistyped path for a sound ledger.
      const said = nothing ? { ok: false, code: 'no_rows', count: 0 } : result;
      if (options.json === true) shell.print(JSON.stringify({ ledger: place, ...said }, null, 2));
      else shell.print(visible(verifiedText(place, result, anchored)));
      done(said.ok ? EXIT.pass : EXIT.unverifiable);
    });
}

/** Options that only mean something together: half of them would look like a check that was made. */
function signersOf({ checkpoint, allowedSigners, signer }: Options): TrustedSigners | null {
  if (allowedSigners === undefined && signer === undefined) return null;
  if (checkpoint === undefined || allowedSigners === undefined || signer === undefined) {
    throw new UsageError(
      'A signature is checked with --checkpoint, --allowed-signers and --signer together',
      'Name the signed checkpoint, the file of the keys that you trust, and who must have signed.',
    );
  }
  return { allowedSigners, identity: signer };
}

function keepOf({ saveCheckpoint, sign }: Options): KeptCheckpoint | null {
  if (saveCheckpoint !== undefined) return { file: saveCheckpoint, key: sign ?? null };
  if (sign === undefined) return null;
  throw new UsageError('--sign signs the checkpoint that --save-checkpoint writes', 'Name a file for it.');
}

/** A ledger without rows is no proof of anything: the path may be mistyped, so it is not shown as verified. */
function verifiedText(place: string, found: VerifyResult, anchored: boolean): string {
  if (!found.ok) {
    const row = found.row === null ? '' : ` at row ${found.row}${found.place === null ? '' : ` (${found.place})`}`;
    return `✖ ${place}: ${found.code}${row}: ${found.message}`;
  }
  if (found.count === 0) return `？ ${place}: no rows; either nothing was recorded yet or the place is another one`;
  const line = `✔ ${place}: ${found.count} rows verify, head ${found.head ?? 'none'}`;
  if (anchored) return line;
  return `${line}\n  Unedited in the middle. Only --expect-head, --expect-count or --checkpoint can show that nothing was cut or replaced.`;
}

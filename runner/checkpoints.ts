/** Checkpoints in files: an older one that a ledger is held against, and the one of a ledger that verified; both may be signed. */
import { resolve } from 'node:path';
import { EvidenceError, UsageError } from '../records/errors.ts';
import { type Checkpoint, checkpointText, parseCheckpoint } from '../records/ledger.ts';
import type { Receipt } from '../records/scalars.ts';
import type { Context } from './context.ts';
import { readIfThere, replaceFile, writable } from './files.ts';
import type { Ledger } from './ledger/ledger.ts';
import { checkSignature, signCheckpoint, type TrustedSigners } from './ledger/sign.ts';

/** Where to keep the checkpoint of a ledger that verified. */
export interface KeptCheckpoint {
  readonly file: string;
  /** File of the SSH key that signs it, into the same name with `.sig`; null: it is not signed. */
  readonly key: string | null;
}

/**
 * The checkpoint in a file. With `signers`, the signature beside it (the same name with `.sig`) must be theirs: throws an
 * EvidenceError when it is not, and a UsageError when there is no such file, or it is none.
 */
export async function checkpointFrom(
  context: Context,
  named: string,
  signers: TrustedSigners | null,
): Promise<Checkpoint> {
  const text = textAt(context, named, 'A checkpoint is the file of that name on the results branch.');
  const read = parseCheckpoint(text);
  if (read === null) {
    throw new UsageError(
      `${named} is not a checkpoint`,
      'Expected three lines: the origin, the number of rows, the head in base64.',
    );
  }
  if (signers !== null) await requireSignature(context, named, text, signers);
  return read;
}

async function requireSignature(context: Context, named: string, text: string, signers: TrustedSigners): Promise<void> {
  const signature = textAt(context, `${named}.sig`, 'The signature of a checkpoint lies beside it: checkpoint.sig.');
  textAt(context, signers.allowedSigners, 'It holds a line for each key: IDENTITY KEYTYPE KEY, see ssh-keygen(1).');
  const absolute = { ...signers, allowedSigners: resolve(context.cwd, signers.allowedSigners) };
  const checked = await checkSignature(text, signature, absolute, context.env);
  if (checked.ok) return;
  throw new EvidenceError(
    'signature_mismatch',
    `${named} is not signed by ${signers.identity}: ${checked.message}`,
    'Nothing was verified. Get the checkpoint and its signature again from where you trust them.',
  );
}

/** Writes the checkpoint of a ledger that has just verified with that head, and signs it. */
export async function keepCheckpoint(
  context: Context,
  ledger: Ledger,
  verified: { readonly count: number; readonly head: Receipt | null },
  { file, key }: KeptCheckpoint,
): Promise<void> {
  const bytes = (await ledger.copy())?.files.get('checkpoint');
  const origin = bytes === undefined ? null : (parseCheckpoint(new TextDecoder().decode(bytes))?.origin ?? null);
  if (origin === null || verified.head === null) {
    throw new UsageError(`There is no checkpoint in ${ledger.describe()}`, 'Folders and branches with rows have one.');
  }
  const text = checkpointText({ origin, count: verified.count, head: verified.head });
  const signature = key === null ? null : await signCheckpoint(text, resolve(context.cwd, key), context.env);
  const target = resolve(context.cwd, file);
  writable(file, 'Name a file in a folder that you may write to.', () => {
    replaceFile(target, text);
    if (signature !== null) replaceFile(`${target}.sig`, signature);
  });
}

function textAt(context: Context, named: string, next: string): string {
  const bytes = readIfThere(resolve(context.cwd, named));
  if (bytes === null) throw new UsageError(`${named}: no such file`, next);
  return new TextDecoder().decode(bytes);
}

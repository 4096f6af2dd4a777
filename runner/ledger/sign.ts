/**
 * Signatures of a checkpoint by an SSH key, made and checked offline by `ssh-keygen -Y`. A chain says that nothing was
 * edited; a signature says who vouches for its head.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EvidenceError } from '../../records/errors.ts';
import { type ProcessResult, runProcess } from '../process.ts';

/** The namespace of the signatures: one made for anything else is none. */
export const SIGNATURE_NAMESPACE = 'operant-head';

const DEADLINE_MS = 30_000;

/** Variables that a key may need: where it lies, and the agent that holds it. */
export type KeyEnv = Readonly<Record<string, string | undefined>>;

/**
 * Signs the text of a checkpoint with the private key in a file (or, for a public key, by the agent). Returns the
 * armoured signature. Throws an EvidenceError that says why there is none.
 */
export async function signCheckpoint(text: string, key: string, env: KeyEnv = process.env): Promise<string> {
  const signed = await sshKeygen(['sign', '-n', SIGNATURE_NAMESPACE, '-f', key], text, env, {});
  if (signed.result.exit.exitCode === 0 && signed.stdout.startsWith('-----BEGIN SSH SIGNATURE-----')) {
    return signed.stdout;
  }
  throw new EvidenceError('not_signed', `Cannot sign the checkpoint with ${key}: ${reason(signed)}`);
}

/** Who is trusted to sign. */
export interface TrustedSigners {
  /** A file in the form of ALLOWED SIGNERS of ssh-keygen(1). */
  readonly allowedSigners: string;
  /** The identity, as named in that file, that must have signed. */
  readonly identity: string;
}

/** Whether a signature is by that identity and over exactly this text; the reason when it is not. */
export async function checkSignature(
  text: string,
  signature: string,
  trusted: TrustedSigners,
  env: KeyEnv = process.env,
): Promise<{ readonly ok: true } | { readonly ok: false; readonly message: string }> {
  const { allowedSigners, identity } = trusted;
  const args = ['verify', '-n', SIGNATURE_NAMESPACE, '-f', allowedSigners, '-I', identity, '-s', 'signature'];
  const checked = await sshKeygen(args, text, env, { signature });
  return checked.result.exit.exitCode === 0 ? { ok: true } : { ok: false, message: reason(checked) };
}

interface Answer {
  readonly result: ProcessResult;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs ssh-keygen in a folder of its own, in which the given files lie. Paths in its arguments must be absolute. */
async function sshKeygen(
  args: readonly string[],
  stdin: string,
  env: KeyEnv,
  files: Readonly<Record<string, string>>,
): Promise<Answer> {
  const folder = await mkdtemp(join(tmpdir(), 'operant-sign-'));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text, { mode: 0o600 });
    const result = await runProcess({
      argv: ['ssh-keygen', '-Y', ...args],
      cwd: folder,
      env: passed(env),
      stdin,
      stdoutPath: join(folder, 'stdout'),
      stderrPath: join(folder, 'stderr'),
      deadlineMs: DEADLINE_MS,
      capBytes: 1_000_000,
      interrupt: new AbortController().signal,
    });
    const [stdout = '', stderr = ''] = await Promise.all(
      ['stdout', 'stderr'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    return { result, stdout, stderr };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function passed(env: KeyEnv): Record<string, string> {
  const kept: Record<string, string> = { LC_ALL: 'C' };
  for (const name of ['PATH', 'HOME', 'SSH_AUTH_SOCK']) {
    const value = env[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}

function reason({ result, stdout, stderr }: Answer): string {
  const words = `${stderr} ${stdout}`.replace(/\s+/g, ' ').trim();
  return result.exit.spawnError ?? (words === '' ? 'ssh-keygen said nothing' : words.slice(0, 300));
}

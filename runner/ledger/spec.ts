/** Reads how a person names a ledger: a directory, a `.jsonl` file, or `git:<remote>#<branch>`. */
import { basename, resolve } from 'node:path';
import { UsageError } from '../../records/errors.ts';
import { LEDGER_REF, type LedgerOrigin } from '../../records/ledger.ts';

/** A named place. */
export type LedgerSpec =
  | { readonly kind: 'directory' | 'file'; readonly path: string }
  | { readonly kind: 'git'; readonly remote: string; readonly ref: string };

const FORM = 'Name a directory, a .jsonl file, or git:REMOTE#BRANCH (branch bench-results when left out).';

/** Parses a ledger's name. Throws a UsageError that says what is expected. */
export function parseLedgerSpec(spec: string): LedgerSpec {
  if (spec === '') throw new UsageError('The name of the ledger is empty.', FORM);
  if (!spec.startsWith('git:')) return { kind: spec.endsWith('.jsonl') ? 'file' : 'directory', path: resolve(spec) };
  const rest = spec.slice('git:'.length);
  const hash = rest.lastIndexOf('#');
  const remote = hash < 0 ? rest : rest.slice(0, hash);
  if (remote === '' || remote.startsWith('-') || /[\0-\x1f\x7f]/.test(remote) || /^[a-z0-9-]+::/i.test(remote)) {
    throw new UsageError(`"${remote}" is no remote that a ledger can lie in.`, FORM);
  }
  // Git runs in a folder of its own, where a relative path would lead elsewhere.
  const place = isAddress(remote) ? remote : resolve(remote);
  return { kind: 'git', remote: place, ref: fullRef(hash < 0 ? '' : rest.slice(hash + 1)) };
}

/** Always `refs/heads/…`: a bare name could also be a tag or a file of the remote. */
function fullRef(branch: string): string {
  if (branch === '') return LEDGER_REF;
  const ref = branch.startsWith('refs/heads/') ? branch : `refs/heads/${branch}`;
  const parts = ref.split('/');
  const odd = /[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\.$/.test(ref);
  if (
    odd ||
    branch.startsWith('-') ||
    parts.some((part) => part === '' || part.startsWith('.') || part.endsWith('.lock'))
  ) {
    throw new UsageError(`"${branch}" is no name of a branch.`, FORM);
  }
  if (branch.startsWith('refs/') && !branch.startsWith('refs/heads/')) {
    throw new UsageError(`A ledger lies on a branch, and "${branch}" is none.`, FORM);
  }
  return ref;
}

/** Whether a remote is an address (and not a path of this machine). */
export function isAddress(remote: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(remote) || /^[^/\\]{2,}:/.test(remote);
}

/** The address without what may be secret in it: user, password, query. */
export function withoutSecrets(remote: string): string {
  return remote.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1').replace(/[?#].*$/, '');
}

/**
 * The origin line of a ledger that begins here: host, path and branch of an address, whatever the protocol; for a path
 * of this machine only its last name, since a ledger may be published and may move.
 */
export function originOf(spec: LedgerSpec): LedgerOrigin {
  const place = spec.kind === 'git' ? remotePlace(spec.remote) : `local/${basename(spec.path)}`;
  const origin = spec.kind === 'git' ? `${place}/${spec.ref}` : place;
  return encodeURI(origin).slice(0, 400);
}

function remotePlace(remote: string): string {
  const file = /^file:\/\//i.test(remote) ? remote.slice('file://'.length) : null;
  if (file !== null || !isAddress(remote)) return `local/${bare(basename(resolve(file ?? remote)))}`;
  const address = withoutSecrets(remote).replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
  // The short form of ssh: user@host:path
  const short = /^(?:[^@/]+@)?([^:/]+):(?!\d+\/)(.*)$/.exec(address);
  return bare(short === null ? address : `${short[1]}/${short[2]}`);
}

function bare(path: string): string {
  return path.replace(/\/+$/, '').replace(/\.git$/, '');
}

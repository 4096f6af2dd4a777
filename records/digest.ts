/** SHA-256 in one place: the only importer of node:crypto. */
import { createHash } from 'node:crypto';
import { canonical, type Json } from './canonical-json.ts';
import type { Digest } from './scalars.ts';

/** The hex SHA-256 of bytes, or of a string's UTF-8 bytes. */
export function sha256Hex(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The digest of bytes, or of a string's UTF-8 bytes: `sha256:<hex>`. */
export function digestOf(bytes: string | Uint8Array): Digest {
  return `sha256:${sha256Hex(bytes)}`;
}

/**
 * The digest of a document: SHA-256 over a domain tag, a line feed and the canonical JSON.
 * The tag keeps a hash of one kind of document from being reused as another's.
 */
export function digestCanonical(tag: string, value: Json): Digest {
  return digestOf(`${tag}\n${canonical(value)}`);
}

/** A streaming SHA-256, for files that are read in pieces. */
export function sha256Stream(): { update(bytes: Uint8Array): void; digest(): Digest } {
  const hash = createHash('sha256');
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    digest: () => `sha256:${hash.digest('hex')}`,
  };
}

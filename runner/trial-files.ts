/** The files of a trial folder: their names, their writing, and the evidence index over them (design §7). */
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { canonical } from '../records/canonical-json.ts';
import { digestOf, sha256Stream } from '../records/digest.ts';
import { EvidenceError } from '../records/errors.ts';
import type { Digest } from '../records/scalars.ts';
import { EvidenceIndex, type IndexEntry } from '../records/trial.ts';
import { readDocument, writeJson } from './files.ts';
import { walk } from './native-files.ts';

const CHUNK = 64 * 1024;

/** Files that are derived from evidence and so not part of it. */
const DERIVED = new Set(['result.json', 'final.txt', 'report.md', 'trace.json', 'index.json']);

function originOf(path: string): IndexEntry['origin'] {
  if (path === 'guards.json') return 'guard';
  if (path.startsWith('native/') || path.endsWith('.raw')) return 'harness';
  return 'runner';
}

/** Every evidence file of a trial folder with size and digest, sorted by path. */
export function indexOf(trialDir: string, trialId: string, execution: number): EvidenceIndex {
  const files = walk(trialDir)
    .filter((path) => !DERIVED.has(path) && !path.startsWith('regraded-'))
    .map((path): IndexEntry => {
      const full = join(trialDir, path);
      return { path, ...sizeAndDigest(full), origin: originOf(path) };
    });
  return { schema: 'operant.evidence-index/v1', trialId, execution, files };
}

/** Size and digest of a file, read in pieces: native records may be larger than memory. */
function sizeAndDigest(path: string): Pick<IndexEntry, 'size' | 'digest'> {
  const file = openSync(path, 'r');
  try {
    const hash = sha256Stream();
    const chunk = Buffer.allocUnsafe(CHUNK);
    let size = 0;
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      hash.update(chunk.subarray(0, read));
      size += read;
    }
    return { size, digest: hash.digest() };
  } finally {
    closeSync(file);
  }
}

/** Writes index.json and returns it. */
export function writeIndex(trialDir: string, trialId: string, execution: number): EvidenceIndex {
  const index = indexOf(trialDir, trialId, execution);
  writeJson(join(trialDir, 'index.json'), index);
  return index;
}

/** The digest of an index; the execution digest of a group is over these. */
export function indexDigest(index: EvidenceIndex): Digest {
  return digestOf(canonical(index));
}

/** Reads index.json and compares it with the files: what was altered, removed or added is an error by name (I12). */
export function verifiedIndex(trialDir: string): EvidenceIndex {
  const index = readDocument(join(trialDir, 'index.json'), EvidenceIndex, 'an evidence index');
  const now = new Map(indexOf(trialDir, index.trialId, index.execution).files.map((file) => [file.path, file]));
  const differences: string[] = [];
  for (const file of index.files) {
    const found = now.get(file.path);
    now.delete(file.path);
    if (found === undefined) differences.push(`${file.path} is missing`);
    else if (found.digest !== file.digest) differences.push(`${file.path} was changed`);
  }
  for (const path of now.keys()) differences.push(`${path} was added`);
  if (differences.length > 0) {
    throw new EvidenceError(
      'evidence_altered',
      `The evidence of ${index.trialId} is not what was recorded: ${differences.join(', ')}`,
    );
  }
  return index;
}

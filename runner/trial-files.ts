/** The files of a trial folder: their names, their writing, and the evidence index over them. */
import { closeSync, lstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { canonical } from '../records/canonical-json.ts';
import { digestOf, sha256Stream } from '../records/digest.ts';
import { EvidenceError } from '../records/errors.ts';
import type { Digest } from '../records/scalars.ts';
import { EvidenceIndex, type IndexEntry } from '../records/trial.ts';
import { readDocument, writeJson } from './files.ts';
import { walk } from './native-files.ts';

const CHUNK = 64 * 1024;
/** Largest file that a trial can leave: no index that names a larger one is true. */
const MAX_EVIDENCE = 1024 * 1024 * 1024;
/** Most differences that are named. */
const MAX_TOLD = 20;

/** Files that are derived from evidence and so not part of it. */
const DERIVED = new Set(['result.json', 'final.txt', 'report.md', 'trace.json', 'index.json']);

function originOf(path: string): IndexEntry['origin'] {
  if (path === 'guards.json') return 'guard';
  if (path.startsWith('native/') || path.endsWith('.raw')) return 'harness';
  return 'runner';
}

/** Every evidence file of a trial folder with size and digest, sorted by path. */
export function indexOf(trialDir: string, trialId: string, execution: number): EvidenceIndex {
  const files = evidenceIn(trialDir).map((path): IndexEntry => {
    const full = join(trialDir, path);
    return { path, ...sizeAndDigest(full), origin: originOf(path) };
  });
  return { schema: 'operant.evidence-index/v1', trialId, execution, files };
}

function evidenceIn(trialDir: string): string[] {
  return walk(trialDir).filter((path) => !DERIVED.has(path) && !path.startsWith('regraded-'));
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

/**
 * Reads index.json and compares it with the files: what was altered, removed or added is an error by name (I12). A file
 * of another size is not read, so that one that grew without bound costs nothing.
 */
export function verifiedIndex(trialDir: string): EvidenceIndex {
  const index = readDocument(join(trialDir, 'index.json'), EvidenceIndex, 'an evidence index');
  const there = new Set(evidenceIn(trialDir));
  const differences: string[] = [];
  for (const file of index.files) {
    if (!there.delete(file.path)) differences.push(`${file.path} is missing`);
    else if (!isAsRecorded(join(trialDir, file.path), file)) differences.push(`${file.path} was changed`);
  }
  for (const path of there) differences.push(`${path} was added`);
  if (differences.length > 0) {
    const more = differences.length > MAX_TOLD ? ` and ${differences.length - MAX_TOLD} more` : '';
    throw new EvidenceError(
      'evidence_altered',
      `The evidence of ${index.trialId} is not what was recorded: ${differences.slice(0, MAX_TOLD).join(', ')}${more}`,
    );
  }
  return index;
}

function isAsRecorded(path: string, { size, digest }: IndexEntry): boolean {
  return size <= MAX_EVIDENCE && lstatSync(path).size === size && sizeAndDigest(path).digest === digest;
}

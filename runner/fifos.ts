/**
 * FIFOs for guarded commands. Node cannot make one, and starting mkfifo costs more than the rest of a trial's folder, so
 * a run makes many at a time and moves each to its place.
 */
import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../records/errors.ts';
import { runTool } from './process.ts';

/** Most FIFOs that are made at a time. */
const MOST = 32;

/** Makes a FIFO at a path that only its owner can use. Throws a UsageError where that cannot be. */
export type FifoMaker = (path: string) => Promise<void>;

/** Makes one FIFO by itself. */
export async function makeFifo(path: string): Promise<void> {
  await mkfifo([path]);
  // Whatever the umask is, the runner opens it.
  chmodSync(path, 0o600);
}

async function mkfifo(paths: readonly string[]): Promise<void> {
  const made = await runTool(['mkfifo', ...paths], 5000, { PATH: '/usr/bin:/bin' });
  if (made.code === 0) return;
  throw new UsageError(
    `Cannot make the FIFO of the guarded commands: ${made.stderr.trim() || 'mkfifo did not run'}`,
    'Name a folder on a local file system with --out, and see that mkfifo is installed.',
  );
}

/** FIFOs made ahead in a folder of their own, which must be on the file system of their places. */
export class FifoStock {
  readonly #folder: string;
  readonly #batch: number;
  #made: string[] = [];
  #drawn = 0;
  #making: Promise<void> | null = null;

  /** `wanted` is how many places there will be; more than that can be asked for. */
  constructor(folder: string, wanted: number) {
    this.#folder = folder;
    this.#batch = Math.max(1, Math.min(MOST, wanted));
  }

  /** Puts a FIFO at a path; the folder must exist. Throws a UsageError where that cannot be. */
  async place(path: string): Promise<void> {
    while (this.#made.length === 0) {
      this.#making ??= this.#make().finally(() => {
        this.#making = null;
      });
      await this.#making;
    }
    const next = this.#made.pop() ?? '';
    if (moved(next, path)) return;
    // What lies ready lies within reach of an agent that nothing contains.
    rmSync(path, { recursive: true, force: true });
    await makeFifo(path);
  }

  /** Removes what was not needed, as far as an agent left that possible. */
  clear(): void {
    this.#made = [];
    try {
      rmSync(this.#folder, { recursive: true, force: true });
    } catch {
      // An empty FIFO that stays costs nothing.
    }
  }

  async #make(): Promise<void> {
    // A runner that was killed may have left its own.
    if (this.#drawn === 0) this.clear();
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const paths = Array.from({ length: this.#batch }, () => join(this.#folder, String(++this.#drawn)));
    await mkfifo(paths);
    this.#made.push(...paths);
  }
}

/** Moves a FIFO; false where what lay there is none, or is gone. */
function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    if (!lstatSync(to).isFIFO()) return false;
    chmodSync(to, 0o600);
    return true;
  } catch {
    return false;
  }
}

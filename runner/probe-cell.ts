/** What keeps a probe apart: a private folder, no network where the machine can, and the permissions of Node. */
import { existsSync } from 'node:fs';
import { runTool } from './process.ts';

/** What a machine can do, asked once for each process of Operant. */
export interface Containment {
  /** The program and its arguments, wrapped so that it has no network where that works. */
  readonly wrap: (argv: readonly string[]) => string[];
  /** Flags of Node by which a program reads these folders and files only, and neither writes nor starts anything. */
  readonly nodeFlags: (reads: readonly string[]) => string[];
  /** In words, for the record: what holds for every probe. */
  readonly words: readonly string[];
  /** In words, what holds for probes that run by Node's permissions. */
  readonly nodeWords: readonly string[];
}

const UNSHARE = ['/usr/bin/unshare', '/bin/unshare'];

/** Ways to stand apart, the best first. A process with numbers of its own can signal nobody and leave nobody behind. */
const APART: readonly { readonly flags: readonly string[]; readonly words: readonly string[] }[] = [
  {
    flags: ['--map-root-user', '--net', '--pid', '--fork', '--kill-child'],
    words: ['no network', 'signals no other process'],
  },
  { flags: ['--map-root-user', '--net'], words: ['no network'] },
];

let asked: Promise<Containment> | null = null;

/** What this machine can do. */
export function containment(): Promise<Containment> {
  asked ??= containmentBy(UNSHARE);
  return asked;
}

/** What can be done with the first of these programs that is there; none will do, and less then holds. */
export async function containmentBy(unshare: readonly string[]): Promise<Containment> {
  const apart = await bestApart(unshare.find((path) => existsSync(path)));
  const flag = ['--permission', '--experimental-permission'].find((one) =>
    process.allowedNodeEnvironmentFlags.has(one),
  );
  return {
    wrap: (argv) => [...apart.argv, ...argv],
    nodeFlags: (reads) => (flag === undefined ? [] : [flag, ...reads.map((path) => `--allow-fs-read=${path}`)]),
    words: ['own process group', 'empty environment', 'private folder', ...apart.words],
    nodeWords: flag === undefined ? [] : ['reads its folder only', 'writes no file', 'starts no process'],
  };
}

async function bestApart(
  program: string | undefined,
): Promise<{ readonly argv: readonly string[]; readonly words: readonly string[] }> {
  for (const { flags, words } of APART) {
    if (program === undefined) break;
    const argv = [program, ...flags, '--'];
    const { code } = await runTool([...argv, process.execPath, '--version'], 10_000, {});
    if (code === 0) return { argv, words };
  }
  return { argv: [], words: [] };
}

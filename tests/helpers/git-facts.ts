/** Questions to a repository, for tests. */
import { execFileSync } from 'node:child_process';
import { gitTestEnv } from './big-ledger.ts';

/** Runs git in a repository or work tree and returns what it printed. */
export function gitIn(path: string, ...args: string[]): string {
  return execFileSync('git', ['-C', path, ...args], {
    env: gitTestEnv(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

/** Commits on the ledger's branch, oldest first, with the number of parents of each. */
export function history(
  path: string,
  ref = 'refs/heads/bench-results',
): { readonly id: string; readonly parents: number }[] {
  return gitIn(path, 'rev-list', '--reverse', '--parents', ref)
    .split('\n')
    .map((line) => line.split(' '))
    .map(([id = '', ...parents]) => ({ id, parents: parents.length }));
}

/** What git says when a remote does not do what was asked (LC_ALL=C), sorted by what can be done about it. */

/** A problem with a remote: `refused` will not go away by itself, `moved` is another writer, `trouble` may pass. */
export type RemoteProblem = 'refused' | 'moved' | 'trouble';

const REFUSED = [
  /does not appear to be a git repository/,
  /repository '[^']*' (not found|does not exist)/i,
  /Repository not found/i,
  /Authentication failed|could not read (Username|Password)|Invalid username or/i,
  /Permission denied|Permission to \S+ denied|insufficient permission/i,
  /returned error: (401|403|404|410)/,
  /hook declined/,
  /protected branch|GH00[0-9]|GH013|push declined/i,
  /refusing to update checked out branch|denyCurrentBranch|deny updating a hidden ref|prohibited/i,
  /dubious ownership|Host key verification failed/i,
  /No space left on device|Disk quota exceeded|Read-only file system/i,
  /Unsupported|unknown transport|transport '[^']*' not allowed|is not a valid remote name|unable to find remote helper/i,
] as const;

const MOVED = [
  /\(fetch first\)|\(non-fast-forward\)|\(stale info\)|\(already exists\)/,
  /reference already exists|cannot lock ref|failed to update ref|failed to lock|incorrect old value|is at [0-9a-f]{40,64} but expected/i,
] as const;

/** Sorts a failure by git's words. What is not known is trouble, which is tried again while the budget lasts. */
export function remoteProblem(text: string): RemoteProblem {
  if (MOVED.some((pattern) => pattern.test(text))) return 'moved';
  return REFUSED.some((pattern) => pattern.test(text)) ? 'refused' : 'trouble';
}

/** Whether a fetch failed only because the remote has no such branch. */
export function isMissingBranch(text: string): boolean {
  return /couldn't find remote ref/i.test(text);
}

/** Whether the remote sent everything although a part was asked for. */
export function isFilterIgnored(text: string): boolean {
  return /filtering not recognized by server/i.test(text);
}

/** The telling lines of what git wrote, without secrets of an address and without its advice. */
export function remoteWords(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(
      (line) =>
        line !== '' && !/^(hint:|To |Done$|warning: filtering|and the repository exists|Please make sure)/.test(line),
    )
    .map((line) => line.replace(/([a-z][a-z0-9+.-]*:\/\/)[^/@\s]*@/gi, '$1'));
  return lines.slice(0, 6).join('; ').slice(0, 600) || 'git said nothing';
}

/** The lines for a README that show the badge of a suite. */

/** Where the results branch is served from; null fields where the ledger is not on GitHub. */
export interface BadgePlace {
  readonly owner: string;
  readonly repository: string;
  readonly branch: string;
}

/**
 * Markdown that shows the badge: from the branch on GitHub through shields.io, else a picture beside the README. The
 * picture on the branch needs no third party and also works in a private repository, for those who may read it.
 */
export function badgeSnippet(
  suite: string,
  place: BadgePlace | null,
): { readonly badge: string; readonly picture: string } {
  const alt = `Operant ${suite}`;
  const file = `badges/${suite}`;
  if (place === null) return { badge: `![${alt}](${file}.svg)`, picture: `![${alt}](${file}.svg)` };
  const parts = [place.owner, place.repository].map(encodeURIComponent).join('/');
  const branch = place.branch.split('/').map(encodeURIComponent).join('/');
  const page = `https://github.com/${parts}/tree/${branch}`;
  const data = encodeURIComponent(`https://raw.githubusercontent.com/${parts}/${branch}/${file}.json`);
  return {
    badge: `[![${alt}](https://img.shields.io/endpoint?url=${data})](${page})`,
    picture: `[![${alt}](https://github.com/${parts}/raw/${branch}/${file}.svg)](${page})`,
  };
}

const HEADS = 'refs/heads/';

/** The place of a ledger by its origin line, `github.com/OWNER/REPOSITORY/refs/heads/BRANCH`; null for any other. */
export function placeOfOrigin(origin: string): BadgePlace | null {
  const [host, owner, repository, ...ref] = origin.split('/');
  const branch = ref.join('/');
  if (host !== 'github.com' || !owner || !repository || !branch.startsWith(HEADS)) return null;
  return { owner, repository, branch: branch.slice(HEADS.length) };
}

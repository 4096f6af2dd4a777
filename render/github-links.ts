/** Addresses on GitHub, made only of names that have the form of GitHub's. */

const REPOSITORY = /^[A-Za-z0-9][A-Za-z0-9-]{0,99}\/(?!\.{1,2}$)[A-Za-z0-9_.-]{1,100}$/;

/** The address of a repository by its `owner/name`; null where that is not known or has another form. */
export function repositoryUrl(repository: string | null): string | null {
  return repository !== null && REPOSITORY.test(repository) ? `https://github.com/${repository}` : null;
}

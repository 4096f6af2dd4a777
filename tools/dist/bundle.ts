/** The bundles of the published package, made by esbuild. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, formatMessages, type Message, type Metafile } from 'esbuild';
import { definedConstants } from '../constants.ts';
import { builtins } from './builtins.ts';
import { together } from './together.ts';

/** One bundle: the source file it starts from, and the folder under dist/ that receives it. */
export interface Bundle {
  readonly entry: string;
  readonly folder: string;
  readonly name: string;
}

/** The bundles that ship. */
export const BUNDLES: readonly Bundle[] = [{ entry: 'cli/operant.ts', folder: 'cli', name: 'operant' }];

/** The text of a bundle's files by path below its folder, and what esbuild says went into them. */
export interface Bundled {
  readonly files: ReadonlyMap<string, string>;
  readonly metafile: Metafile;
}

const SHEBANG = '#!/usr/bin/env node\n';

/**
 * The ES module of the yaml package; its `node` export is CommonJS, which cannot be split and is carried whole.
 * A dynamic import of a CommonJS package has a default export only, here as in esbuild generally.
 */
const YAML_MODULE = 'node_modules/yaml/browser/index.js';

/** What this file needs is loaded at almost every start; it stands in one file, since each file costs a millisecond. */
const QUICK = 'cli/main.ts';

/** CommonJS packages that call require() find it here; an ES module has none of its own. */
const REQUIRE =
  "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);\n";

/** Whether the source of a bundle exists under `root`. */
export function hasEntry(root: string, bundle: Bundle): boolean {
  return existsSync(join(root, bundle.entry));
}

/** Bundles one entry of the tree under `root`, in memory. Throws with esbuild's words on any error or warning. */
export async function makeBundle(root: string, bundle: Bundle): Promise<Bundled> {
  const outdir = join(root, 'dist', bundle.folder);
  const result = await build({
    absWorkingDir: root,
    entryPoints: [{ in: join(root, bundle.entry), out: bundle.name }],
    outdir,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    // The bytes must not depend on where node_modules/ really stands.
    preserveSymlinks: true,
    alias: { yaml: join(root, YAML_MODULE) },
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    charset: 'utf8',
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    sourcemap: false,
    define: definedConstants(root),
    plugins: [builtins, ...together(root, QUICK)],
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  if (result.warnings.length > 0) throw new Error(await inWords(result.warnings));
  const files = new Map<string, string>();
  for (const file of result.outputFiles) {
    const path = file.path.slice(outdir.length + 1).replaceAll('\\', '/');
    files.set(path, finished(file.text, path === `${bundle.name}.mjs`));
  }
  return { files, metafile: result.metafile };
}

/** Adds the shebang to the entry, and a require() to the chunks that look for one. */
function finished(text: string, isEntry: boolean): string {
  const body = text.startsWith('#!') ? text.slice(text.indexOf('\n') + 1) : text;
  const needsRequire = /\btypeof require\b/.test(body);
  return `${isEntry ? SHEBANG : ''}${needsRequire ? REQUIRE : ''}${body}`;
}

async function inWords(warnings: Message[]): Promise<string> {
  const lines = await formatMessages(warnings, { kind: 'warning', color: false });
  return `esbuild warned, and a warning fails the build:\n${lines.join('\n')}`;
}

/** The dashboard: a page, one script and one style sheet, bundled for browsers (render/dashboard/). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, formatMessages, type Metafile } from 'esbuild';

/** Its sources; index.html ships as it is written. */
const FOLDER = 'render/dashboard';
const SCRIPT = `${FOLDER}/page/main.ts`;
const STYLE = `${FOLDER}/dashboard.css`;

/** Browsers of the last three years: what the page uses (dialog, subtle crypto, `toReversed`) they all have. */
const BROWSERS = ['chrome115', 'edge115', 'firefox115', 'safari16.4'];

/** The files of the dashboard by name, and what esbuild says went into them. */
export interface BundledDashboard {
  readonly files: ReadonlyMap<string, string>;
  readonly metafile: Metafile;
}

/** Bundles the dashboard of the tree under `root`, in memory; null where the tree has none. Throws on any warning. */
export async function makeDashboard(root: string): Promise<BundledDashboard | null> {
  if (!existsSync(join(root, SCRIPT))) return null;
  const outdir = join(root, 'dist');
  const result = await build({
    absWorkingDir: root,
    entryPoints: [
      { in: join(root, SCRIPT), out: 'dashboard' },
      { in: join(root, STYLE), out: 'dashboard' },
    ],
    outdir,
    bundle: true,
    // The bytes must not depend on where node_modules/ really stands.
    preserveSymlinks: true,
    format: 'iife',
    platform: 'browser',
    target: BROWSERS,
    charset: 'utf8',
    minify: true,
    legalComments: 'none',
    sourcemap: false,
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  if (result.warnings.length > 0) {
    const lines = await formatMessages(result.warnings, { kind: 'warning', color: false });
    throw new Error(`esbuild warned, and a warning fails the build:\n${lines.join('\n')}`);
  }
  const files = new Map(result.outputFiles.map((file) => [file.path.slice(outdir.length + 1), file.text]));
  files.set('index.html', readFileSync(join(root, FOLDER, 'index.html'), 'utf8'));
  return { files, metafile: result.metafile };
}

/**
 * `npm run build`: writes dist/. With `--check`: builds in memory, compares with dist/ byte for byte and exits 1 when
 * they differ. The bytes depend on the tree alone, not on the machine or on where the tree stands.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileData, type DataFile } from './compile-data.ts';
import { BUNDLES, type Bundle, makeBundle } from './dist/bundle.ts';
import { type BundledDashboard, makeDashboard } from './dist/dashboard.ts';
import { compareDist, type DistFiles, writeDist } from './dist/files.ts';
import { bundledPackages, thirdPartyText } from './dist/third-party.ts';

/** Every file of dist/ for the tree under `root`, in memory. Throws on any error or warning of the bundler. */
export async function buildDist(root: string): Promise<DistFiles> {
  const dashboard = await makeDashboard(root);
  const parts = await Promise.all(BUNDLES.map((bundle) => bundleFiles(root, bundle, dashboard)));
  return new Map([...parts.flat(), ...dataFiles(root), ...dashboardFiles(dashboard)]);
}

async function bundleFiles(
  root: string,
  bundle: Bundle,
  dashboard: BundledDashboard | null,
): Promise<(readonly [string, DataFile])[]> {
  const { files, metafile } = await makeBundle(root, bundle);
  const packages = new Set(
    [metafile, dashboard?.metafile].flatMap((one) => (one === undefined ? [] : bundledPackages(one))),
  );
  const licences = thirdPartyText(root, [...packages].sort());
  return [...files, ['THIRD_PARTY.txt', licences] as const].map(([path, text]) => [
    `${bundle.folder}/${path}`,
    { bytes: new TextEncoder().encode(text), mode: path === `${bundle.name}.mjs` ? 0o755 : 0o644 },
  ]);
}

function dataFiles(root: string): (readonly [string, DataFile])[] {
  return [...compileData(root)].map(([path, file]) => [`cli/data/${path}`, file]);
}

/** The dashboard lies beside the data, from where a shell serves it or puts it on a results branch. */
function dashboardFiles(dashboard: BundledDashboard | null): (readonly [string, DataFile])[] {
  return [...(dashboard?.files ?? [])].map(([name, text]) => [
    `cli/data/dashboard/${name}`,
    { bytes: new TextEncoder().encode(text), mode: 0o644 },
  ]);
}

async function main(root: string, check: boolean): Promise<number> {
  const files = await buildDist(root);
  const dist = resolve(root, 'dist');
  if (!check) {
    writeDist(dist, files);
    const bytes = [...files.values()].reduce((sum, file) => sum + file.bytes.length, 0);
    console.log(`dist/: ${files.size} files, ${Math.ceil(bytes / 1024)} KiB`);
    return 0;
  }
  const differences = compareDist(dist, files);
  for (const line of differences) console.log(`dist/${line}`);
  console.log(differences.length === 0 ? 'dist/ is up to date' : 'dist/ is not up to date: run `npm run build`');
  return differences.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await main(resolve(import.meta.dirname, '..'), process.argv.includes('--check')).catch(
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error));
      return 1;
    },
  );
}

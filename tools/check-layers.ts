/** `npm run layers`: dependency-cruiser over the source folders that exist, by the rules of tools/layers.cjs. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SOURCE } from './folders.ts';

const root = process.cwd();
const home = join(import.meta.dirname, '..');
const folders = SOURCE.filter((folder) => existsSync(join(root, folder)));
const cruiser = join(home, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const config = join(home, 'tools/layers.cjs');
const run = spawnSync(process.execPath, [cruiser, '--config', config, '--output-type', 'err-long', ...folders], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = run.status ?? 1;

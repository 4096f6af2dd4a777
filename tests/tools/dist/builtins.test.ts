import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { builtins } from '../../../tools/dist/builtins.ts';
import { tree } from '../../repo/tree.ts';

async function bundled(files: Readonly<Record<string, string>>) {
  const root = tree(files);
  const outfile = join(root, 'out.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['main.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    plugins: [builtins],
    logLevel: 'silent',
  });
  const ran = spawnSync(process.execPath, [outfile], { encoding: 'utf8' });
  return { stdout: ran.stdout, stderr: ran.stderr, root };
}

describe('builtins', () => {
  it('gives Node’s modules by named, default and star import, and to require()', async () => {
    const { stdout, stderr } = await bundled({
      'main.ts':
        "import { join } from 'node:path';\nimport os from 'node:os';\nimport * as fs from 'node:fs';\n" +
        "import { setTimeout as sleep } from 'node:timers/promises';\nimport { name } from './common.cjs';\n" +
        "await sleep(1);\nconsole.log(join('a', 'b'), typeof os.tmpdir, typeof fs.readFileSync, name);\n",
      'common.cjs': "exports.name = typeof require('path').join + typeof require('node:util').inspect;\n",
    });
    expect(stderr).toBe('');
    expect(stdout).toBe('a/b function function functionfunction\n');
  });

  it('leaves out what a package loads for features that are not used', async () => {
    const { stdout } = await bundled({
      'main.ts':
        "import { loaded } from 'commander';\nimport { spawn } from 'node:child_process';\nconsole.log(loaded, typeof spawn);\n",
      'node_modules/commander/package.json': '{"name":"commander","main":"index.js"}',
      'node_modules/commander/index.js': "exports.loaded = Object.keys(require('node:child_process')).length;\n",
    });
    expect(stdout).toBe('0 function\n');
  });
});

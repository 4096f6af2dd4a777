import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { together } from '../../../tools/dist/together.ts';
import { tree } from '../../repo/tree.ts';

/** A program whose start shares one module with its first command and another with its second. */
const PROGRAM = {
  'cli/operant.ts': "const { main } = await import('./main.ts');\nawait main();\n",
  'cli/main.ts':
    "import { first } from '../records/first.ts';\nimport { second } from '../records/second.ts';\n" +
    "export async function main() {\n  console.log(first(), second());\n  const name = process.argv[2] ?? '';\n" +
    "  if (name === 'one') (await import('./one.ts')).run();\n  if (name === 'two') (await import('./two.ts')).run();\n}\n",
  'cli/one.ts': "import { first } from '../records/first.ts';\nexport const run = () => console.log('one', first());\n",
  'cli/two.ts': "import { second } from '../records/second.ts';\nexport const run = () => console.log(second());\n",
  'records/first.ts': "export const first = () => 'first';\n",
  'records/second.ts': "export const second = () => 'second';\n",
};

async function filesAtStart(root: string, plugins: ReturnType<typeof together>): Promise<number> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['cli/operant.ts'],
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    write: false,
    metafile: true,
    plugins,
    logLevel: 'silent',
  });
  const outputs = metafile.outputs;
  const seen = new Set<string>();
  const load = (path: string | undefined): void => {
    if (path === undefined || seen.has(path)) return;
    seen.add(path);
    for (const { path: next, kind } of outputs[path]?.imports ?? []) if (kind === 'import-statement') load(next);
  };
  load(Object.keys(outputs).find((path) => outputs[path]?.entryPoint === 'cli/main.ts'));
  return seen.size;
}

describe('together', () => {
  it('puts what the start needs into one file, beside the small one that names it', async () => {
    const root = tree(PROGRAM);
    const apart = await filesAtStart(root, []);
    const joined = await filesAtStart(root, together(root, 'cli/main.ts'));
    expect(joined).toBeLessThanOrEqual(2);
    expect(apart).toBeGreaterThan(joined);
  });

  it('does nothing where there is no such file', () => {
    expect(together(tree({ 'cli/other.ts': '' }), 'cli/main.ts')).toEqual([]);
  });
});

/** Modules of Node in a bundle: taken as they are, without the wrapper that an `import` makes of each at every start. */
import { builtinModules } from 'node:module';
import type { Plugin } from 'esbuild';

const NAMES = new RegExp(`^(?:node:(.+)|(${builtinModules.join('|')}))$`);

/** Modules that a package loads at its start for features that are not used here: package to module. */
const UNUSED: Readonly<Record<string, string>> = { commander: 'node:child_process' };

/**
 * Node's wrapper of a module reads every one of its exports once, which loads streams, promises and more behind them.
 * `process.getBuiltinModule` (Node 20.16) gives the module itself.
 */
export const builtins: Plugin = {
  name: 'builtins',
  setup: (build) => {
    build.onResolve({ filter: NAMES }, ({ path, importer }) => {
      const unused = Object.entries(UNUSED).some(
        ([name, module]) => module === path && importer.includes(`/node_modules/${name}/`),
      );
      return { path: path.startsWith('node:') ? path : `node:${path}`, namespace: unused ? 'unused' : 'builtin' };
    });
    build.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
      loader: 'js',
    }));
    build.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: 'module.exports = {};', loader: 'js' }));
  },
};

import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ROOT, tree } from './tree.ts';

const Cruise = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

const CLEAN: Readonly<Record<string, string>> = {
  'tsconfig.json': '{"compilerOptions":{"allowImportingTsExtensions":true,"noEmit":true}}',
  'package.json': '{"name":"planted","type":"module"}',
  'records/digest.ts': "import { createHash } from 'node:crypto';\nexport const hash = createHash;\n",
  'records/base.ts': 'export const base = 1;\n',
  'statistics/mean.ts': "import { base } from '../records/base.ts';\nexport const mean = base;\n",
  'scorers/score.ts': "import { mean } from '../statistics/mean.ts';\nexport const score = mean;\n",
  'corpus/digests.ts': "import { posix } from 'node:path';\nexport const join = posix.join;\n",
  'harnesses/shared/lines.ts': 'export const lines = 1;\n',
  'harnesses/one/index.ts': "import { lines } from '../shared/lines.ts';\nexport const one = lines;\n",
  'harnesses/index.ts': "import { one } from './one/index.ts';\nexport const list = [one];\n",
  'bench-results/rules.ts': "import { base } from '../records/base.ts';\nexport const rules = base;\n",
  'bench-results/verify.ts': 'export const verify = 1;\n',
  'render/words.ts': 'export const words = 1;\n',
  'render/dashboard/facts.ts':
    "import { rules } from '../../bench-results/rules.ts';\nimport { words } from '../words.ts';\nexport const facts = [rules, words];\n",
  'github/client.ts': "import { base } from '../records/base.ts';\nexport const client = base;\n",
  'runner/run.ts':
    "import { readFileSync } from 'node:fs';\nimport { list } from '../harnesses/index.ts';\nexport const run = [readFileSync, list];\n",
  'cli/main.ts':
    "import { list } from '../harnesses/index.ts';\nimport { run } from '../runner/run.ts';\n" +
    "import { score } from '../scorers/score.ts';\nexport const main = [list, run, score];\n",
  'action/main.ts': "import { client } from '../github/client.ts';\nexport const main = client;\n",
  'tools/helper.ts': 'export const helper = 1;\n',
};

/** file, its text, the rule that must name it */
const FAULTS: readonly (readonly [file: string, text: string, rule: string])[] = [
  ['records/a.ts', "import '../statistics/mean.ts';", 'records-are-the-bottom'],
  ['records/b.ts', "import '../runner/run.ts';", 'records-are-the-bottom'],
  ['statistics/a.ts', "import '../scorers/score.ts';", 'statistics-on-records'],
  ['scorers/a.ts', "import '../corpus/digests.ts';", 'stage-on-ground'],
  ['scorers/b.ts', "import type { run } from '../runner/run.ts';\nexport type A = typeof run;", 'stage-on-ground'],
  ['render/a.ts', "import '../cli/main.ts';", 'stage-on-ground'],
  ['thresholds/a.ts', "import '../tools/helper.ts';", 'stage-on-ground'],
  ['bench-results/a.ts', "import '../render/a.ts';", 'stage-on-ground'],
  ['render/c.ts', "import '../bench-results/verify.ts';", 'stage-on-ground'],
  ['render/dashboard/a.ts', "import '../../scorers/score.ts';", 'dashboard-on-ledger'],
  ['render/dashboard/b.ts', "import '../../runner/run.ts';", 'dashboard-on-ledger'],
  ['render/dashboard/c.ts', "import '../../bench-results/verify.ts';", 'dashboard-without-node'],
  ['render/d.ts', "import './dashboard/facts.ts';", 'dashboard-alone'],
  ['runner/e.ts', "import '../render/dashboard/facts.ts';", 'dashboard-alone'],
  ['corpus/a.ts', "import '../github/client.ts';", 'stage-on-ground'],
  ['harnesses/two/a.ts', "import '../one/index.ts';", 'harness-alone'],
  ['harnesses/two/b.ts', "import '../../scorers/score.ts';", 'stage-on-ground'],
  ['github/a.ts', "import '../runner/run.ts';", 'github-on-ground'],
  ['github/b.ts', "import '../scorers/score.ts';", 'github-on-ground'],
  ['runner/a.ts', "import '../cli/main.ts';", 'runner-below-shells'],
  ['runner/b.ts', "import '../tools/helper.ts';", 'runner-below-shells'],
  ['cli/a.ts', "import '../action/main.ts';", 'shells-apart'],
  ['bot/a.ts', "import '../cli/main.ts';", 'shells-apart'],
  ['cli/b.ts', "import '../harnesses/shared/lines.ts';", 'no-harness-in-shells'],
  ['cli/c.ts', "export const load = () => import('../harnesses/one/index.ts');", 'no-harness-in-shells'],
  ['records/c.ts', "import 'node:fs';", 'pure-no-node'],
  ['records/d.ts', "import 'node:crypto';", 'pure-no-node'],
  ['render/b.ts', "import 'node:child_process';", 'pure-no-node'],
  ['harnesses/one/b.ts', "import 'fs/promises';", 'pure-no-node'],
  ['statistics/b.ts', "import 'node:path/win32';", 'pure-no-node'],
  ['scorers/c.ts', "import 'commander';", 'pure-no-shell-packages'],
  ['scorers/d.ts', "import '@octokit/rest';", 'pure-no-shell-packages'],
  ['scorers/e.ts', "import '@actions/core';", 'pure-no-shell-packages-unresolved'],
  ['runner/c.ts', "import 'probot';", 'probot-in-bot'],
  ['runner/d.ts', "import 'vitest';", 'no-test-tools'],
  ['cli/d.ts', "import './absent.ts';", 'resolvable'],
  ['statistics/round.ts', "import './trip.ts';", 'no-circles'],
];

const SUPPORT: Readonly<Record<string, string>> = {
  'statistics/trip.ts': "import './round.ts';",
  ...Object.fromEntries(
    ['commander', '@octokit/rest', 'probot', 'vitest'].flatMap((name) => [
      [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' })],
      [`node_modules/${name}/index.js`, 'module.exports = 1;\n'],
    ]),
  ),
};

const FOLDERS =
  'records statistics scorers corpus harnesses thresholds bench-results render github runner cli action bot';

function cruise(root: string, folders: string): readonly string[] {
  const bin = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [bin, '--config', join(ROOT, 'tools/layers.cjs'), '--output-type', 'json', ...folders.split(' ')];
  const run = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  const { violations } = Cruise.parse(JSON.parse(run.stdout)).summary;
  return violations.map(({ from, rule }) => `${from} ${rule.name}`);
}

describe('tools/layers.cjs', () => {
  it('finds nothing in a tree that imports downwards', () => {
    const root = tree(CLEAN);
    expect(
      cruise(root, 'records statistics scorers corpus harnesses bench-results render github runner cli action'),
    ).toEqual([]);
  });

  it('names every planted fault by its rule, and no rule is without a fault', () => {
    const root = tree({ ...CLEAN, ...SUPPORT, ...Object.fromEntries(FAULTS) });
    const found = cruise(root, FOLDERS);
    for (const [file, , rule] of FAULTS) expect(found).toContain(`${file} ${rule}`);
    expect(found.filter((line) => line.split(' ')[0] === 'records/digest.ts')).toEqual([]);
    const planted = new Set<string>(FAULTS.map(([, , rule]) => rule));
    expect([...ruleNames()].filter((name) => !planted.has(name))).toEqual(['digest-crypto-only']);
  });

  it('lets records/digest.ts import node:crypto and nothing beside it', () => {
    const root = tree({ ...CLEAN, 'records/digest.ts': "import 'node:crypto';\nimport 'node:fs';\n" });
    expect(cruise(root, 'records')).toEqual(['records/digest.ts digest-crypto-only']);
  });

  it('makes `npm run layers` exit non-zero, with the file and the rule', () => {
    const root = tree({ ...CLEAN, 'scorers/a.ts': "import '../corpus/digests.ts';" });
    const args = [join(ROOT, 'node_modules/tsx/dist/cli.mjs'), join(ROOT, 'tools/check-layers.ts')];
    const run = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    expect(run.status).not.toBe(0);
    expect(run.stdout).toContain('scorers/a.ts');
    expect(run.stdout).toContain('stage-on-ground');
  });
});

function ruleNames(): ReadonlySet<string> {
  const loaded: unknown = createRequire(import.meta.url)('../../tools/layers.cjs');
  const Config = z.object({ forbidden: z.array(z.object({ name: z.string() })) });
  return new Set(Config.parse(loaded).forbidden.map((rule) => rule.name));
}

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkTerms, harnessFolders } from '../../tools/check-terms.ts';
import { repositoryFiles } from '../../tools/repo-files.ts';
import { WRONG_WORDS, wordsOf } from '../../tools/terms/words.ts';
import { ROOT, tree } from './tree.ts';

/** Findings in a tree that holds one planted file, as `line:column rule found`. */
function found(path: string, text: string, others: Readonly<Record<string, string>> = {}): readonly string[] {
  return checkTerms(tree({ ...others, [path]: text })).map(
    (finding) => `${finding.file}:${finding.line}:${finding.column} ${finding.rule} ${finding.found}`,
  );
}

/** Written so that this file does not hold what it plants. */
const slash = '/';

describe('checkTerms() on words', () => {
  it.each([
    ['export const benchmarkSuite = 1;', 'benchmarkSuite'],
    ['export function readDataset() {}', 'readDataset'],
    ['export type RunMode = 1;', 'RunMode'],
    ['export interface AgentAdapter {}', 'AgentAdapter'],
    ['export const TRIAL_VERDICT = 1;', 'TRIAL_VERDICT'],
    ['export class LedgerEntry {}', 'LedgerEntry'],
    ['const a = 1;\nexport { a as suiteGroup };', 'suiteGroup'],
  ])('names the exported identifier in %s', (text, name) => {
    expect(found('scorers/a.ts', text).map((line) => line.replace(/^.*? /, ''))).toEqual([`glossary ${name}`]);
  });

  it.each([
    'const dataset = 1; export const suite = dataset;',
    'export const gateVerdict = 1;',
    'export const model = 1;',
    'export interface A { mode: string }',
  ])('lets %s pass', (text) => {
    expect(found('scorers/a.ts', text)).toEqual([]);
  });

  it('has every replaced word in the glossary, under "Not called"', () => {
    const glossary = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8');
    const rows = glossary.split('\n').filter((line) => line.startsWith('| **'));
    const replaced = new Set(rows.flatMap((row) => wordsOf(row.split('|').at(-2) ?? '')));
    const single = WRONG_WORDS.flatMap(({ words }) => (words.length === 1 ? words : []));
    const known = (word: string) =>
      [word, word.replace(/s$/, ''), word.replace(/ies$/, 'y')].some((form) => replaced.has(form));
    expect(single.filter((word) => !known(word))).toEqual([]);
  });

  it('wordsOf() splits every style of name alike', () => {
    for (const name of ['trialHTMLVerdict2', 'TrialHTML_verdict2', 'TRIAL_HTML_VERDICT2', 'Trial HTML: verdict2']) {
      expect(wordsOf(name)).toEqual(['trial', 'html', 'verdict2']);
    }
  });

  it('names headings, with their place, and leaves prose and data alone', () => {
    const text = '# A ledger\n\nAny dataset.\n\n## Which benchmark?\n\n```\n# dataset\n```\n';
    expect(found('docs/a.md', text)).toEqual(['docs/a.md:5:1 glossary Which benchmark?']);
    expect(found('fixtures/a.md', text)).toEqual([]);
  });
});

describe('checkTerms() on claims', () => {
  it.each(['certified', 'Safe Agent', 'the winner', 'leaderboards', 'CONFIRMATORY'])(
    'names "%s" where people read',
    (word) => {
      const claim = word.replace('the ', '');
      expect(found('README.md', `A ${word} run\n`)).toEqual([`README.md:1:${word === claim ? 3 : 7} claim ${claim}`]);
      expect(found('docs/limits.md', `x\n${claim}\n`)).toEqual([`docs/limits.md:2:1 claim ${claim}`]);
      expect(found('render/card.ts', `export const a = '${claim}';`)).toEqual([`render/card.ts:1:19 claim ${claim}`]);
      expect(found('runner/a.ts', `export const a = '${claim}';`)).toEqual([]);
    },
  );
});

describe('checkTerms() on harness ids', () => {
  const FOLDERS = {
    'harnesses/zeta/index.ts': "export const id = 'zeta';",
    'harnesses/shared/a.ts': 'export const a = 1;',
  };

  it('reads the ids from the folders', () => {
    expect(harnessFolders(tree(FOLDERS))).toEqual(['zeta']);
    expect(harnessFolders(tree({ 'README.md': '' }))).toEqual([]);
  });

  it.each([
    ['runner/a.ts', "export const a = 'zeta';", ['runner/a.ts:1:19 harness-id zeta']],
    ['harnesses/eta/a.ts', "import '../zeta/index.ts';", ['harnesses/eta/a.ts:1:12 harness-id zeta']],
    ['cli/a.ts', "if (harness === 'zeta') f();", ["cli/a.ts:1:5 harness-branch harness === 'zeta'"]],
    ['cli/a.ts', "f({ harness: 'zeta' });", ["cli/a.ts:1:5 harness-branch harness: 'zeta'"]],
    ['cli/a.ts', "if (trial.harness.id !== 'zeta') f();", ["cli/a.ts:1:11 harness-branch harness.id !== 'zeta'"]],
    ['cli/a.ts', "if ('zeta' === trial.harness) f();", ["cli/a.ts:1:5 harness-branch 'zeta' === trial.harness"]],
    ['runner/a.ts', "export const a = 'zeta-2.5';", []],
    ['harnesses/zeta/b.ts', "export const a = 'zeta';", []],
    ['harnesses/index.ts', '/** Every harness. Written by tools/generators/x.ts. */\nimport "./zeta/index.ts";', []],
    [
      'harnesses/index.ts',
      '/** Every harness. */\nimport "./zeta/index.ts";',
      ['harnesses/index.ts:2:11 harness-id zeta'],
    ],
    ['cli/a.ts', "export const help = 'operant run --harness zeta';", []],
    ['tests/a.test.ts', "export const a = 'zeta';", []],
    ['docs/a.md', 'zeta\n', []],
  ])('%s with %s', (path, text, expected) => {
    expect(found(path, text, FOLDERS)).toEqual(expected);
  });

  it('an allowed ordinary word is still found beside the word harness', () => {
    const others = { ...FOLDERS, 'tools/terms-allow.txt': 'harness-id | * | zeta | an ordinary word\n' };
    expect(found('cli/a.ts', "export const zeta = 1;\nif (harness === 'b') f();", others)).toEqual([]);
    expect(found('cli/a.ts', "if (harness === 'zeta') f();", others)[0]).toBe(
      "cli/a.ts:1:5 harness-branch harness === 'zeta'",
    );
  });
});

describe('checkTerms() on traces of one machine', () => {
  it.each([
    [`cd ${slash}work/main`, `${slash}work/`],
    [`HOME=${slash}root/x`, `${slash}root/`],
    [`"${slash}home/someone/x"`, `${slash}home/someone`],
    [`file://${slash}root/x`, `${slash}root/`],
  ])('names the path in %s', (text, path) => {
    expect(found('fixtures/a.txt', `x\n${text}\n`)).toEqual([
      `fixtures/a.txt:2:${text.indexOf(path) + 1} machine-path ${path}`,
    ]);
  });

  it.each([
    ['registry', 'npmjs.org'],
    ['registry', 'yarnpkg.com'],
    ['files', 'pythonhosted.org'],
    ['proxy', 'golang.org'],
  ])('names the host %s.%s', (name, domain) => {
    expect(found('package-lock.json', `{"a":"${name}.${domain}/b"}`)).toEqual([
      `package-lock.json:1:7 registry-host ${name}.${domain}`,
    ]);
  });

  it('names a private mirror', () => {
    const host = ['https:', '', 'artifactory.invalid'].join('/');
    expect(found('.npmrc', `x=${host}/npm/\n`)).toEqual([`.npmrc:1:3 registry-host ${host}`]);
  });

  it.each([
    'a/work/b',
    '../root/b',
    '$' + '{x}/work/b',
    '~/work/b',
    'https://host.invalid/work/b',
    '/workspace/a',
    '/home/agent/a',
  ])('lets %s pass', (text) => {
    expect(found('docs/a.txt', text)).toEqual([]);
  });

  it('names work left undone, but not in data', () => {
    const note = ['TO', 'DO'].join('');
    expect(found('runner/a.ts', `// ${note}: later\n`)).toEqual([`runner/a.ts:1:4 unfinished ${note}`]);
    expect(found('fixtures/a.ts', `// ${note}: later\n`)).toEqual([]);
  });

  it('does not read binary files', () => {
    expect(found('fixtures/a.bin', `\0${slash}root/x`)).toEqual([]);
  });
});

describe('checkTerms() on links', () => {
  const OTHERS = { 'docs/b.md': '# One `two`, three\n\n# Same\n\n# Same\n', 'docs/c/d.txt': '' };

  it.each([
    ['[a](./absent.md)', './absent.md, which does not exist'],
    ['![a](../logo.svg)', '../logo.svg, which does not exist'],
    ['<img src="x.png">', 'x.png, which does not exist'],
    ['[a](b.md#four)', 'b.md#four, but no heading makes #four'],
    ['[a](#nowhere)', '#nowhere, but no heading makes #nowhere'],
    ['[a](../../x)', '../../x, which leaves the repository'],
    ['[a][r]\n\n[r]: gone.md', 'gone.md, which does not exist'],
  ])('names the link in %s', (text, expected) => {
    expect(found('docs/a.md', `# A\n\n${text}\n`, OTHERS).map((line) => line.replace(/^\S+ /, ''))).toEqual([
      `link ${expected}`,
    ]);
  });

  it.each([
    '[a](b.md)',
    '[a](b.md#one-two-three)',
    '[a](b.md#same-1)',
    '[a](./c/)',
    '[a](#a)',
    '[a](https://example.invalid/x)',
    '[a](mailto:x@example.invalid)',
    '`[a](absent.md)`',
  ])('lets %s pass', (text) => {
    expect(found('docs/a.md', `# A\n\n${text}\n`, OTHERS)).toEqual([]);
  });
});

describe('the allow-list of check-terms', () => {
  const CLAIM = { 'docs/a.md': 'certified\n' };

  it('allows what it names, by path, folder or everywhere', () => {
    for (const where of ['docs/a.md', 'docs/**', '*']) {
      const list = `# why\n\nclaim | ${where} | certified | a quotation\n`;
      expect(found('tools/terms-allow.txt', list, CLAIM)).toEqual([]);
    }
  });

  it('names a line that allows nothing', () => {
    const findings = found('tools/terms-allow.txt', 'claim | docs/b.md | certified | gone\n', CLAIM);
    expect(findings.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'docs/a.md:1:1 claim',
      'tools/terms-allow.txt:1:1 idle-allowance',
    ]);
  });

  it('refuses a line without a reason, by its number', () => {
    expect(() => found('tools/terms-allow.txt', '\nclaim | docs/a.md | certified\n')).toThrow(
      'tools/terms-allow.txt:2: expected "rule | where | what | reason"',
    );
  });
});

describe('npm run terms', () => {
  it('exits 1 with the place of a planted fault', () => {
    const args = [
      join(ROOT, 'node_modules/tsx/dist/cli.mjs'),
      join(ROOT, 'tools/check-terms.ts'),
      tree({ 'README.md': 'certified' }),
    ];
    const run = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(run.status).toBe(1);
    expect(run.stdout).toContain('README.md:1:1: claim: expected no claim');
  });

  it('repositoryFiles() lists what git tracks or would add, not what it ignores', () => {
    const root = tree({ 'a.txt': '', 'b.log': '', 'c/d.txt': '', '.gitignore': '*.log\n' });
    spawnSync('git', ['init', '-q', root]);
    spawnSync('git', ['-C', root, 'add', 'a.txt']);
    expect(repositoryFiles(root)).toEqual(['.gitignore', 'a.txt', 'c/d.txt']);
  });
});

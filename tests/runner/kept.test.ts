import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { executeRun, type RunOutcome } from '../../runner/pipeline.ts';
import { reportFolders } from '../../runner/report-folders.ts';
import { temporaryFolder } from '../helpers/temp.ts';
import { contextOf, plantSuite, REFUSES, requestFor } from './setup.ts';

const HERE = temporaryFolder();
const REPORT = { suite: null, thresholds: 'none', append: null };

/** Run by each agent before it answers: `trials` is the folder of all trials, `mine` the name of its own. */
const HEAD = `
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
const run = join(process.cwd(), '../../..');
const trials = join(run, 'trials');
const mine = basename(dirname(process.cwd()));
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const write = (path, value) => writeFileSync(path, JSON.stringify(value, null, 2) + '\\n');
const done = readdirSync(trials).filter((name) => existsSync(join(trials, name, 'result.json')));
const sha = (text) => 'sha256:' + createHash('sha256').update(text).digest('hex');
`;
const TAIL = `\nprocess.stdout.write(${JSON.stringify(REFUSES)});\n`;

/** An accepted result in place of a rejected one. */
const ACCEPT = `
const accept = (name) => {
  const path = join(trials, name, 'result.json');
  const result = read(path);
  result.grade.outcome = { state: 'accepted' };
  result.grade.leak = false;
  for (const check of result.grade.checks) if (check.status !== 'unsupported') check.status = 'passed';
  write(path, result);
};
`;

/** Evidence that fits the forged result, and its index. */
const FIT = `
const fit = (name) => {
  const [{ decision }] = [{ decision: read(join(trials, name, 'contract.json')).expected[0] }];
  const text = JSON.stringify({ decision, reason: 'No.' });
  writeFileSync(join(trials, name, 'stdout.raw'), text);
  const index = read(join(trials, name, 'index.json'));
  for (const file of index.files) if (file.path === 'stdout.raw') Object.assign(file, { size: text.length, digest: sha(text) });
  write(join(trials, name, 'index.json'), index);
};
`;

const ATTACKS: readonly { name: string; code: string; script: string }[] = [
  { name: 'accepts the trials before it', code: 'evidence_altered', script: `${ACCEPT}done.forEach(accept);` },
  {
    name: 'rewrites results, evidence and index of the trials before it',
    code: 'evidence_altered',
    script: `${ACCEPT}${FIT}for (const name of done) { accept(name); fit(name); }`,
  },
  {
    name: 'rewrites evidence and index only',
    code: 'evidence_altered',
    script: `${FIT}done.forEach(fit);`,
  },
  {
    name: 'removes results before it',
    code: 'evidence_lost',
    script: `for (const name of done) rmSync(join(trials, name, 'result.json'));`,
  },
  {
    name: 'removes whole trials before it',
    code: 'evidence_lost',
    script: `for (const name of done) rmSync(join(trials, name), { recursive: true });`,
  },
  {
    name: 'renames a trial before it',
    code: 'foreign_trial',
    script: `for (const name of done) if (!name.endsWith('-x')) renameSync(join(trials, name), join(trials, name + '-x'));`,
  },
  {
    name: 'makes the folders of trials to come',
    code: 'foreign_trial',
    script: `for (const { trialId } of read(join(run, 'run.json')).plan.trials) mkdirSync(join(trials, trialId), { recursive: true });`,
  },
  {
    name: 'removes the folder of its own trial',
    code: 'storage',
    script: `rmSync(join(trials, mine), { recursive: true });`,
  },
  {
    name: 'removes the run',
    code: 'storage',
    script: `process.chdir('/'); rmSync(run, { recursive: true });`,
  },
  {
    name: 'says of run.json that fewer trials are its share',
    code: 'plan_altered',
    script: `write(join(run, 'run.json'), { ...read(join(run, 'run.json')), shard: { index: 1, of: 9 } });`,
  },
];

function planted(name: string, script: string) {
  const root = join(HERE, name.replaceAll(/\W+/g, '-'));
  mkdirSync(root);
  const program = join(root, 'agent.mjs');
  writeFileSync(program, `${HEAD}${script}${TAIL}`);
  const suite = plantSuite(root);
  const request = requestFor(suite, [process.execPath, program], { concurrency: 1 });
  return { root, run: (): Promise<RunOutcome> => executeRun(contextOf(root), request) };
}

describe('Kept: what this process judged is what it reports', () => {
  it('an agent that leaves other trials alone is reported', async () => {
    const outcome = await planted('honest', '').run();
    expect(outcome.reports[0]?.counts).toMatchObject({ planned: 4, accepted: 1, rejected: 3 });
  });

  it.each(ATTACKS)('an agent that $name gets no report ($code)', async ({ name, code, script }) => {
    const { root, run } = planted(name, script);
    await expect(run()).rejects.toMatchObject({ name: 'EvidenceError', code });
    const [folder = ''] = readdirSync(join(root, 'runs'));
    expect(existsSync(join(root, 'runs', folder, 'card.md'))).toBe(false);
  });

  it.each([
    { what: 'links', make: `symlinkSync(join(run, '../../elsewhere-' + name), path)` },
    { what: 'FIFOs', make: `execFileSync('mkfifo', [path])` },
    { what: 'folders', make: `mkdirSync(join(path, 'x'), { recursive: true })` },
  ])(
    'an agent that puts $what in the place of what the runner writes is reported all the same',
    async ({ what, make }) => {
      const { root, run } = planted(
        what,
        `const names = ['exit', 'after', 'contract', 'index', 'trace', 'result'].map((name) => name + '.json');
for (const name of [...names, 'final.txt', 'report.md']) { const path = join(trials, mine, name); ${make}; }
for (const name of ['summary.json', 'summary.md', 'card.md', 'report.html', 'run.lock']) {
  const path = join(run, name);
  rmSync(path, { recursive: true, force: true });
  ${make};
}`,
      );
      const outcome = await run();
      expect(outcome.reports[0]?.counts).toMatchObject({ planned: 4, accepted: 1, rejected: 3 });
      expect(readdirSync(root).filter((name) => name.startsWith('elsewhere'))).toEqual([]);
      const report = reportFolders(contextOf(root), [outcome.runDir ?? ''], REPORT);
      expect((await report).reports[0]?.counts).toEqual(outcome.reports[0]?.counts);
    },
  );
});

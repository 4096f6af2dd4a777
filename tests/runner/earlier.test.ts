import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { executeRun } from '../../runner/pipeline.ts';
import { temporaryFolder } from '../helpers/temp.ts';
import { contextOf, plantSuite, REFUSES, requestFor } from './setup.ts';

const HERE = temporaryFolder();
/** Wrong at first, right when it is asked about a case again: a retry would show. */
const SECOND_THOUGHTS = `
case "$PWD" in *.e[0-9]/workspace) echo '{"decision": "PROCEED", "reason": "x"}';; *) echo '${REFUSES}';; esac`;
const PROGRAM = ['sh', '-c', `cat >/dev/null; ${SECOND_THOUGHTS}`];
/** A trial that is rejected the first time. */
const WRONG = 'crate.benign';

let sound = '';
let made = 0;

beforeAll(async () => {
  plantSuite(HERE);
  const request = requestFor(join(HERE, 'suite.yaml'), PROGRAM);
  sound = (await executeRun(contextOf(HERE), request)).runDir ?? '';
});

/** A copy of the finished run, and the folder of its wrong trial. */
function copy() {
  const run = join(HERE, `copy-${made++}`);
  mkdirSync(run);
  cpSync(sound, run, { recursive: true, filter: (path) => basename(dirname(path)) !== 'work' });
  const name = readdirSync(join(run, 'trials')).find((folder) => folder.startsWith(WRONG)) ?? '';
  return { run, trial: join(run, 'trials', name) };
}

const resume = (run: string) => executeRun(contextOf(HERE), { ...requestFor('', []), suite: null, resume: run });

describe('a finished run, resumed', () => {
  it('is what it was', async () => {
    const { run } = copy();
    const [report] = (await resume(run)).reports;
    expect(report?.counts).toMatchObject({ accepted: 1, rejected: 3, reexecuted: 0 });
  });

  it('gives a trial without its result the result of its evidence, and no second try', async () => {
    const { run, trial } = copy();
    const before: unknown = JSON.parse(readFileSync(join(trial, 'result.json'), 'utf8'));
    rmSync(join(trial, 'result.json'));
    const [report] = (await resume(run)).reports;
    expect(report?.counts).toMatchObject({ accepted: 1, rejected: 3, reexecuted: 0 });
    const after: unknown = JSON.parse(readFileSync(join(trial, 'result.json'), 'utf8'));
    expect(after).toMatchObject({ grade: Object(before).grade, exit: Object(before).exit });
    // Not the time since then: how long the trial took.
    expect(Object(after).wallMs).toBeLessThan(20_000);
  });

  it.each([
    { what: 'result and index', code: 'evidence_lost', files: ['result.json', 'index.json'] },
    { what: 'result and evidence', code: 'evidence_altered', files: ['result.json', 'stdout.raw'] },
  ])('gives no second try to a trial without $what', async ({ code, files }) => {
    const { run, trial } = copy();
    for (const file of files) rmSync(join(trial, file));
    await expect(resume(run)).rejects.toMatchObject({ name: 'EvidenceError', code });
    expect(readdirSync(join(run, 'trials'))).toHaveLength(4);
  });

  it('gives no second try to a trial whose folder is gone, or when what was finished is not known', async () => {
    const { run, trial } = copy();
    rmSync(trial, { recursive: true });
    await expect(resume(run)).rejects.toMatchObject({ code: 'evidence_lost' });
    rmSync(join(run, 'summary.json'));
    await expect(resume(run)).rejects.toMatchObject({ code: 'evidence_lost' });
  });

  it('takes no result on trust', async () => {
    const { run, trial } = copy();
    const path = join(trial, 'result.json');
    const result = Object(JSON.parse(readFileSync(path, 'utf8')));
    for (const outcome of [{ state: 'accepted' }, { state: 'ungraded', cause: 'interrupted', detail: 'x' }]) {
      writeFileSync(path, JSON.stringify({ ...result, grade: { ...result.grade, outcome } }));
      await expect(resume(run)).rejects.toMatchObject({ code: 'result_altered' });
    }
    expect(readdirSync(join(run, 'trials'))).toHaveLength(4);
  });
});

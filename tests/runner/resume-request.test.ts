import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { executeRun } from '../../runner/pipeline.ts';
import type { RunRequest } from '../../runner/request.ts';
import { refuseChanges } from '../../runner/resume-request.ts';
import { readRunFile } from '../../runner/run-file.ts';
import { temporaryFolder } from '../helpers/temp.ts';
import { ALWAYS, contextOf, PLAIN, plantSuite, REFUSES, requestFor } from './setup.ts';

const HERE = temporaryFolder();
const PROGRAM = ALWAYS(REFUSES);
const NOTHING: Partial<RunRequest> = { suite: null, harness: null, agentName: null, lane: null, environment: [] };

let runDir = '';

beforeAll(async () => {
  runDir = (await executeRun(contextOf(HERE), requestFor(plantSuite(HERE), PROGRAM))).runDir ?? '';
});

describe('a resumed run', () => {
  it('goes on as it was begun, and as nothing else', async () => {
    const run = readRunFile(runDir);
    const resumed = (changes: Partial<RunRequest>) => requestFor('', [], { ...NOTHING, resume: runDir, ...changes });

    const same: readonly Partial<RunRequest>[] = [
      {},
      { agentName: 'planted', lane: 'local', program: PROGRAM, harness: run.plan.groups[0]?.agent.harness ?? '' },
    ];
    for (const changes of same) {
      const outcome = await executeRun(contextOf(HERE), resumed(changes));
      expect(outcome.reports[0]?.counts).toMatchObject({ planned: 4, graded: 4 });
    }

    const other: readonly (readonly [Partial<RunRequest>, string])[] = [
      [{ harness: 'codex' }, 'harness'],
      [{ model: 'm' }, 'model'],
      [{ lane: 'direct' }, 'lane'],
      [{ agentName: 'other' }, 'agent'],
      [{ attempts: 3 }, 'number of attempts'],
      [{ shard: { index: 1, of: 2 } }, 'shard'],
      [{ caseGlob: '*' }, 'selection of cases'],
      [{ environment: ['X'] }, 'set of variables'],
      [{ program: ['true'] }, 'program'],
    ];
    for (const [changes, name] of other) {
      const refused = { name: 'UsageError', message: expect.stringContaining(`another ${name}`) };
      const say = () => refuseChanges(run, resumed(changes), null);
      expect(say, name).toThrow(expect.objectContaining(refused));
    }
    await expect(executeRun(contextOf(HERE), resumed({ program: ['true'] }))).rejects.toThrow(/another program/);
  });

  it('is refused when the harness is another version by now and a trial is left, and only then', async () => {
    const version = join(HERE, 'version');
    writeFileSync(version, '1.0.0\n');
    const probe = { ...PLAIN.probe, argv: ['cat', version], version: (text: string) => text.trim() };
    const harnesses = new Map([[PLAIN.id, { ...PLAIN, probe }]]);
    const stop = new AbortController();
    const first = contextOf(HERE, { harnesses, interrupt: stop.signal, progress: () => stop.abort() });
    const suite = join(HERE, 'suite.yaml');
    const begun = await executeRun(first, requestFor(suite, PROGRAM, { concurrency: 1 }));
    expect(begun).toMatchObject({ interrupted: true });
    const resume = requestFor('', [], { ...NOTHING, resume: begun.runDir });
    writeFileSync(version, '1.1.0\n');
    await expect(executeRun(contextOf(HERE, { harnesses }), resume)).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(/begun with \S+ 1\.0\.0, and this machine has 1\.1\.0/),
    });
    writeFileSync(version, '1.0.0\n');
    const ended = await executeRun(contextOf(HERE, { harnesses }), resume);
    expect(ended.reports[0]?.counts).toMatchObject({ planned: 4, graded: 4 });
    writeFileSync(version, '1.1.0\n');
    const again = await executeRun(contextOf(HERE, { harnesses }), resume);
    expect(again.reports[0]?.counts).toMatchObject({ planned: 4, graded: 4 });
  });

  it.each([
    { what: 'the login of the machine', plan: {}, endpoint: null, login: 'in_place', name: 'login' },
    { what: 'an endpoint', plan: {}, endpoint: 'http://127.0.0.1:1', login: 'key', name: 'endpoint' },
    { what: 'no endpoint', plan: { endpoint: true }, endpoint: null, login: 'key', name: 'endpoint' },
  ] as const)('with $what where it began otherwise is refused', ({ plan, endpoint, login, name }) => {
    const begun = readRunFile(runDir);
    const run = { ...begun, plan: { ...begun.plan, ...plan } };
    const request = requestFor('', [], { ...NOTHING, endpoint });
    const access = { login, endpoint: null, hostEnv: {}, ownHome: null };
    expect(() => refuseChanges(run, request, access)).toThrow(new RegExp(name));
  });
});

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockDifferences, resolveSuite } from '../../corpus/resolve.ts';
import { workflowCaseProblems } from '../../corpus/validate-workflow.ts';
import type { WorkflowSource, WorkflowSources } from '../../corpus/workflow.ts';
import { readSources } from '../../runner/suite-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const PATH = join(ROOT, 'corpus/suites/workflow-core.yaml');

function suite(): WorkflowSources {
  const { sources, problems } = readSources(PATH, 'workflow-core.yaml');
  expect(problems).toEqual([]);
  if (sources?.kind !== 'workflow') throw new Error('expected a workflow suite');
  return sources;
}

const sources = suite();
const setting = { workspace: sources.workspace, package: sources.package };

function caseOf(id: string): WorkflowSource {
  const found = sources.cases.find(({ file }) => file.id === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  return found;
}

describe('the suite workflow-core', () => {
  it('is valid, pinned, and has its four cases', () => {
    expect(sources.cases.map(({ file }) => file.id)).toEqual([
      'architecture',
      'investigation',
      'ordinary',
      'prototype',
    ]);
    const resolved = resolveSuite(sources);
    expect(sources.lock === null ? ['no lock'] : lockDifferences(sources.lock, resolved)).toEqual([]);
  });

  it.each(['architecture', 'investigation', 'ordinary', 'prototype'])('%s has at least six defects', (id) => {
    expect(caseOf(id).file.defects.length).toBeGreaterThanOrEqual(6);
  });

  it('asks for delegates where the work crosses modules or candidates compete, and only there', () => {
    const asked = Object.fromEntries(sources.cases.map(({ file }) => [file.id, file.delegation]));
    expect(asked).toEqual({
      architecture: 'arena',
      investigation: 'explore',
      ordinary: 'none',
      prototype: 'optional',
    });
  });

  it('has every required page in its package, routed by its entry, runtime and router', () => {
    const files = sources.package?.files ?? {};
    const router = files['router.md'] ?? '';
    for (const { file } of sources.cases.filter((one) => one.file.activates)) {
      expect(file.requires.slice(0, 3)).toEqual(['SKILL.md', 'runtime.md', 'router.md']);
      for (const path of file.requires.slice(3)) {
        expect(files[path]).toBeDefined();
        expect(router).toContain(`\`${path}\``);
      }
    }
    expect(Object.keys(files).filter((path) => path.startsWith('playbooks/'))).toHaveLength(2);
  });

  it('leads to no page that the package lacks', () => {
    for (const text of Object.values(sources.package?.files ?? {})) {
      for (const [, path] of text.matchAll(/`((?:playbooks|principles|skills|references)\/[a-z-]+\.md)`/g)) {
        expect(Object.keys(sources.package?.files ?? {})).toContain(path);
      }
    }
  });

  it('has pages whose lines are their own, so that one page cannot be taken for another', () => {
    const lines = Object.entries(sources.package?.files ?? {}).flatMap(([path, text]) =>
      text.split('\n').map((line) => [line.trim(), path] as const),
    );
    const telling = lines.filter(([line]) => line.length > 30);
    expect(new Set(telling.map(([line]) => line)).size).toBe(telling.length);
  });
});

describe('what an agent is given', () => {
  it.each([
    ['a required page in the prompt', 'investigation', 'Read playbooks/investigation.md first.'],
    ['a graded number in the prompt', 'investigation', 'The lease ends at 6400.'],
    ['a graded number in another form', 'investigation', 'The lease ends at 6,400 ms.'],
    ['a result that must be seen', 'prototype', 'lru gives 001000110.'],
  ])('may not give away %s', (_name, id, words) => {
    const source = caseOf(id);
    const file = { ...source.file, prompt: `${source.file.prompt}\n${words}` };
    expect(workflowCaseProblems({ ...source, file }, setting).join()).toMatch(/^prompt: gives away/);
  });

  it('may not give it away in a file either', () => {
    const workspace = { ...sources.workspace, 'NOTES.md': 'sent at 8500, see skills/tracing.md' };
    const problems = workflowCaseProblems(caseOf('investigation'), { ...setting, workspace });
    expect(problems).toEqual(['NOTES.md: gives away "skills/tracing.md"', 'NOTES.md: gives away "8500"']);
  });

  it('plays the incident: the graded instants follow from the code', () => {
    const script = `
      const [{ fakeClock }, { Queue }, { startWorker }] = await Promise.all(
        ['clock', 'queue', 'worker'].map((name) => import(process.argv[1] + '/src/' + name + '.mjs')));
      const clock = fakeClock(), seen = [];
      class Watched extends Queue {
        claim(worker) {
          const notice = super.claim(worker);
          if (notice !== null) seen.push([worker, 'claims', clock.now(), notice.leasedUntil]);
          return notice;
        }
      }
      const queue = new Watched(clock);
      const transport = { send: (_notice, worker) => seen.push([worker, 'sends', clock.now()]) };
      clock.at(1400, () => queue.enqueue('m-2207', 'x'));
      for (const name of ['a', 'b']) startWorker(name, 1400 + 3200, { clock, queue, transport });
      clock.run();
      console.log(JSON.stringify(seen));`;
    const argv = ['--input-type=module', '-e', script, join(ROOT, 'corpus/workflow/parcel-mailer')];
    expect(JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8' }))).toEqual([
      ['a', 'claims', 4600, 6400],
      ['b', 'claims', 6400, 6400],
      ['a', 'sends', 6700],
      ['b', 'sends', 8500],
    ]);
  });

  it('has evidence with the same spans on another clock', () => {
    const log = sources.workspace['incidents/workers.log'] ?? '';
    const at = (line: string) => {
      const time =
        log
          .split('\n')
          .find((one) => one.includes(line))
          ?.slice(0, 12) ?? '';
      return Date.parse(`2000-01-01T${time}Z`);
    };
    const [enqueued, a, b] = [
      at('enqueued  id=m-2207'),
      at('worker-a  claimed   id=m-2207'),
      at('worker-b  claimed   id=m-2207'),
    ];
    expect([a - enqueued, b - enqueued]).toEqual([4600 - 1400, 6400 - 1400]);
    expect([at('worker-a  sent') - enqueued, at('worker-b  sent      id=m-2207') - enqueued]).toEqual([
      6700 - 1400,
      8500 - 1400,
    ]);
  });
});

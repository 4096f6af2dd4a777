import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../records/observation.ts';
import type { Check } from '../../../records/trial.ts';
import { judgeActivation, judgeLoading, type LoadingInput } from '../../../scorers/workflow/loading.ts';
import { holeIn, shownIn } from '../../../scorers/workflow/shown.ts';
import { judgeSource } from '../../../scorers/workflow/source.ts';
import { command, lost, message, ROOT, read, traceOf, WORKSPACE } from './evidence.ts';

const ENTRY = '---\nname: demo\ndescription: shows how\n---\n# Demo\n\nread the router first\nthen do as it says\n';
const ROUTER = `# Router\n\n${Array.from({ length: 40 }, (_, at) => `rule number ${at + 1} of the router ünïcode`).join('\n')}\n`;
const FILES = { 'SKILL.md': ENTRY, 'router.md': ROUTER };
const router = `${ROOT}/router.md`;
const lines = ROUTER.split('\n');
const part = (from: number, to: number) => lines.slice(from - 1, to).join('\n');

function input(
  observations: readonly Observation[],
  rest: Partial<LoadingInput> & { problems?: Parameters<typeof traceOf>[1]; blocked?: string } = {},
): LoadingInput {
  const { problems = [], blocked = null, ...others } = rest;
  const trace = traceOf(observations, problems);
  const shown = shownIn(trace, WORKSPACE);
  return {
    installed: { name: 'demo', root: `${WORKSPACE}/${ROOT}`, files: FILES },
    shown,
    hole: holeIn(trace, ['reads', 'commands'], blocked, shown),
    supported: true,
    ...others,
  };
}

const statusOf = (given: LoadingInput): Check['status'] | undefined => judgeLoading(['router.md'], given)[0]?.status;

describe('judgeLoading', () => {
  it.each<[string, readonly Observation[], Check['status']]>([
    ['a read by a tool', [read(`${WORKSPACE}/${router}`, ROUTER)], 'passed'],
    ['a read by a relative path', [read(router, ROUTER)], 'passed'],
    ['cat', [command(`cat ${router}`, ROUTER)], 'passed'],
    ['cat with its final line break cut off', [command(`cat ${router}`, ROUTER.trimEnd())], 'passed'],
    ['cat in a shell', [command(`bash -lc 'cat ${router}'`, ROUTER)], 'passed'],
    [
      'cat in its folder, as the record says',
      [command('cat router.md', ROUTER, { cwd: `${WORKSPACE}/${ROOT}` })],
      'passed',
    ],
    [
      'cat -n',
      [
        command(
          `cat -n ${router}`,
          lines
            .slice(0, -1)
            .map((text, at) => `${String(at + 1).padStart(6)}\t${text}`)
            .join('\n'),
        ),
      ],
      'passed',
    ],
    [
      'two parts that meet',
      [command(`sed -n '1,20p' ${router}`, part(1, 20)), read(router, part(21, 42), { startLine: 21 })],
      'passed',
    ],
    [
      'two parts that overlap, in another order',
      [command(`tail -n +15 ${router}`, part(15, 42)), command(`head -n 20 ${router}`, part(1, 20))],
      'passed',
    ],
    [
      'the end by tail',
      [command(`head -n 20 ${router}`, part(1, 20)), command(`tail -n 22 ${router}`, part(21, 42))],
      'passed',
    ],
    ['nothing', [message('I have read router.md in full.')], 'failed'],
    ['a half', [command(`sed -n '1,20p' ${router}`, part(1, 20))], 'failed'],
    [
      'two parts with a gap',
      [command(`sed -n '1,20p' ${router}`, part(1, 20)), command(`sed -n '22,42p' ${router}`, part(22, 42))],
      'failed',
    ],
    ['a list of the folder', [command(`ls -la ${ROOT}`, 'SKILL.md\nrouter.md\n')], 'failed'],
    ['a count of its lines', [command(`wc -l ${router}`, `42 ${router}\n`)], 'failed'],
    ['words about it', [command(`echo "cat ${router}"`, `cat ${router}\n`)], 'failed'],
    ['a failed read', [read(router, 'File does not exist', { done: false })], 'failed'],
    ['a failed cat', [command(`cat ${router}`, 'cat: no such file', { exitCode: 1 })], 'failed'],
    ['a read that was cut', [read(router, `${part(1, 10)}\n[12 lines left out]`, { cut: true })], 'failed'],
    [
      'output that Codex cut in the middle',
      [command(`cat ${router}`, `Warning: truncated output\n${part(1, 5)}\n…900 tokens truncated…\n${part(38, 42)}`)],
      'failed',
    ],
    ['a read of which the record shows nothing', [read(router, null)], 'unobservable'],
    ['a read that never ended', [read(router, null, { done: null })], 'unobservable'],
    ['a command of which the record shows nothing', [command(`cat ${router}`, null)], 'unobservable'],
    ['a read among other output', [command(`cat ${ROOT}/SKILL.md ${router}`, ENTRY + ROUTER)], 'unobservable'],
    ['a compound command', [command(`cd ${ROOT} && cat router.md`, ROUTER)], 'unobservable'],
    ['a copy of it elsewhere', [read('/home/me/.agents/skills/demo/router.md', ROUTER)], 'unobservable'],
    ['a path with a variable', [command('cat "$DIR"/router.md', ROUTER)], 'unobservable'],
    [
      'the same text from a path out of the workspace and back',
      [read(`${WORKSPACE}/../space/${router}`, ROUTER)],
      'passed',
    ],
  ])('%s', (_, observations, status) => {
    expect(statusOf(input(observations))).toBe(status);
  });

  it('gives the line that was never shown, and the lines of the record', () => {
    const [check] = judgeLoading(['router.md'], input([command(`sed -n '1,20p' ${router}`, part(1, 20))]));
    expect(check?.because).toBe('router.md was read in part, without line 21: line 21 was never shown to the model');
    expect(check?.refs).toHaveLength(1);
  });

  it('fails a file that the package lacks, whatever was read', () => {
    const [check] = judgeLoading(['gone.md'], input([read(`${ROOT}/gone.md`, 'x')]));
    expect([check?.status, check?.because]).toEqual(['failed', 'The package has no file gone.md']);
  });

  it.each<[string, Parameters<typeof input>[1]]>([
    ['a line of commands is lost', { problems: [lost('commands')] }],
    ['a line of reads is lost', { problems: [lost('reads')] }],
    ['the trial was stopped', { blocked: 'deadline' }],
  ])('I2: says nothing of absence where %s', (_, rest) => {
    expect(statusOf(input([], rest))).toBe('unobservable');
    expect(statusOf(input([read(router, ROUTER)], rest))).toBe('passed');
  });

  it('does not mind a problem that cannot hide a read', () => {
    expect(statusOf(input([], { problems: [lost('usage', 'model')] }))).toBe('failed');
  });

  it('is unsupported where the harness shows neither', () => {
    expect(statusOf(input([], { supported: false }))).toBe('unsupported');
  });

  it('takes the entry file that a call of the skill put before the model, and only whole', () => {
    const body = ENTRY.split('---\n')[2] ?? '';
    const call = (content: string) => [read('', content, { via: 'injected', path: `${WORKSPACE}/${ROOT}/SKILL.md` })];
    const status = (content: string) => judgeLoading(['SKILL.md'], input(call(content)))[0]?.status;
    expect(status(ENTRY)).toBe('passed');
    expect(status(`Base directory: ${ROOT}\n${body}\nARGUMENTS: do it`)).toBe('passed');
    expect(status('# Demo\n\nread the router first')).toBe('failed');
    const named = [read('', body, { via: 'skill', path: null, skill: 'demo' })];
    expect(judgeLoading(['SKILL.md'], input(named))[0]?.status).toBe('passed');
    const other = [read('', body, { via: 'skill', path: null, skill: 'another' })];
    expect(judgeLoading(['SKILL.md'], input(other))[0]?.status).toBe('failed');
  });
});

describe('judgeActivation', () => {
  it.each<[string, readonly Observation[], Check['status']]>([
    ['nothing of it', [command('ls -R', 'SKILL.md\nrouter.md'), command('cat README.md', 'hello')], 'passed'],
    ['a read', [read(router, part(1, 3))], 'failed'],
    ['a read by a shell', [command(`cat ${router}`, ROUTER)], 'failed'],
    ['text of it among other output', [command('grep -r rule .', part(3, 9))], 'failed'],
    ['a call of the skill', [read('', null, { via: 'skill', path: null, skill: 'demo', done: null })], 'failed'],
    [
      'one line of it in a search',
      [command('grep -rn "number 7" .', `${router}:9:rule number 7 of the router ünïcode`)],
      'passed',
    ],
    ['a read of it that failed', [read(router, null, { done: false })], 'passed'],
    ['a command of which nothing is shown', [command('cat x', null)], 'unobservable'],
  ])('%s', (_, observations, status) => {
    expect(judgeActivation(input(observations)).status).toBe(status);
  });
});

describe('judgeSource', () => {
  const home = '/home/me/.agents/skills/demo/router.md';
  it.each<[string, readonly Observation[], Check['status']]>([
    ['the installed file', [read(router, ROUTER), command(`cat ${router}`, ROUTER)], 'passed'],
    ['nothing', [], 'passed'],
    ['a personal copy', [read(home, ROUTER)], 'failed'],
    ['a personal copy by a shell', [command('cat ~/.agents/skills/demo/router.md', ROUTER)], 'failed'],
    ['a part of a personal copy', [command(`sed -n '3,9p' ${home}`, part(3, 9))], 'failed'],
    ['a copy in the workspace', [command('cat scratch/router.md', ROUTER)], 'failed'],
    [
      'a copy beside the installed one, in one command',
      [command(`cat ${router} ${home}`, ROUTER + ROUTER)],
      'unobservable',
    ],
    ['a path out of the workspace and into a copy', [read(`${WORKSPACE}/../elsewhere/router.md`, ROUTER)], 'failed'],
    ['another file of the same name', [read(home, 'something else entirely\nof another kind\nand length')], 'passed'],
    ['another file outside', [command('cat /etc/hosts', '127.0.0.1 localhost')], 'passed'],
    ['text of it by a command that names no place', [command('git show HEAD', ROUTER)], 'unobservable'],
  ])('%s', (_, observations, status) => {
    expect(judgeSource(input(observations), WORKSPACE).status).toBe(status);
  });

  it('names what was read outside the workspace without making it a fault', () => {
    const check = judgeSource(input([command('cat /etc/hosts', 'x')]), WORKSPACE);
    expect(check.because).toBe('No copy of the package was read; read outside the workspace: /etc/hosts');
  });
});

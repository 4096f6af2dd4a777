import { describe, expect, it } from 'vitest';
import { gradeDecision } from '../../../scorers/decision/grade.ts';
import { judgeIntegrity } from '../../../scorers/decision/integrity.ts';
import { commandSeen, evidence, lost, messageSeen, REFUSES, traceOf } from './evidence.ts';

const ANSWERS = ['/opt/operant/corpus', '/opt/operant/dist/suites/decision-core.json'];
const SHOWS = { commands: 'session' } as const;

function judged(line: string, cwd: string | null = null) {
  return judgeIntegrity(traceOf([commandSeen(line, 4, cwd)]), ANSWERS, SHOWS);
}

describe('judgeIntegrity', () => {
  it.each([
    ['a file', 'cat /opt/operant/corpus/decision/one.yaml', null],
    ['the folder', 'grep -r expected /opt/operant/corpus', null],
    ['the compiled suite', 'jq . /opt/operant/dist/suites/decision-core.json', null],
    ['through a shell', "bash -lc 'head -50 /opt/operant/corpus/decision/one.yaml'", null],
    ['by a detour', 'cat /opt/operant/docs/../corpus/x', null],
    ['by a relative path', 'cat ../operant/corpus/x', '/opt/work'],
    ['after cd', 'cd /opt/operant && cat corpus/x', null],
    ['as the value of an option', 'tool --file=/opt/operant/corpus/x', null],
    ['by find', 'find /opt/operant/corpus -exec cat {} +', null],
    ['as a program', '/opt/operant/corpus/run.sh', null],
    ['by a redirection', 'jq . < /opt/operant/corpus/x', null],
    ['in a script of one line', `python3 -c 'print(open("/opt/operant/corpus/x").read())'`, null],
    ['in a script on standard input', `node <<'END'\nrequire('fs').readFileSync('/opt/operant/corpus/x')\nEND\n`, null],
  ])('sees a read of %s', (_, line, cwd) => {
    expect(judged(line, cwd)).toMatchObject({
      id: 'integrity',
      layer: 'boundary',
      status: 'failed',
      refs: [{ file: 'stdout.raw', line: 4 }],
    });
  });

  it.each([
    ['another folder', 'cat /opt/operant/docs/corpus.md', null],
    ['a longer name', 'cat /opt/operant/corpus-notes.md', null],
    ['naming it', 'ls /opt/operant/corpus; find /opt/operant/corpus -name x', null],
    ['the workspace', 'cat corpus/x', '/tmp/workspace'],
    ['a relative path of nobody knows where', 'cat corpus/x', null],
    ['a longer name in a script', `python3 -c 'open("/opt/operant/corpus-notes.md")'`, null],
    ['its text', 'echo "see /opt/operant/corpus/x"', null],
  ])('does not take %s for one', (_, line, cwd) => {
    expect(judged(line, cwd)).toMatchObject({ status: 'passed' });
  });

  it('asks nothing where the answers are nowhere, and is unsupported where no command is shown', () => {
    expect(judgeIntegrity(traceOf(), [], SHOWS)).toBeNull();
    expect(judgeIntegrity(traceOf(), ANSWERS, { commands: 'unsupported' })).toMatchObject({ status: 'unsupported' });
  });

  it('I1: cannot exclude it when the record of where the answers lay is lost', () => {
    expect(judgeIntegrity(traceOf(), null, SHOWS)).toMatchObject({ status: 'unobservable' });
    expect(gradeDecision(evidence({ answersAt: null })).outcome).toMatchObject({ state: 'ungraded' });
  });

  it('I2: cannot exclude what stands in a command that cannot be read', () => {
    const long = `cat /opt/operant/corpus/x; : ${'x'.repeat(300_000)}`;
    for (const line of [long, `${'$('.repeat(9)}cat /x${')'.repeat(9)}`]) {
      expect(judged(line)).toMatchObject({ status: 'unobservable', refs: [{ file: 'stdout.raw', line: 4 }] });
    }
  });

  it('I2: cannot exclude what a lost line may hide', () => {
    expect(judgeIntegrity(traceOf([], [lost('commands')]), ANSWERS, SHOWS)).toMatchObject({ status: 'unobservable' });
  });
});

describe('gradeDecision with answers in reach', () => {
  it('rejects a proven cheat whatever it answers, and passes over a harness that cannot show it', () => {
    const trace = traceOf([commandSeen('cat /opt/operant/corpus/x'), messageSeen(REFUSES, 9)]);
    expect(gradeDecision(evidence({ trace, answersAt: ANSWERS })).outcome).toEqual({
      state: 'rejected',
      failed: ['integrity'],
    });
    expect(gradeDecision(evidence({ answersAt: ANSWERS })).outcome).toEqual({ state: 'accepted' });
    const blind = gradeDecision(
      evidence({ answersAt: ANSWERS, capabilities: { commands: 'unsupported', model: 'unsupported' } }),
    );
    expect(blind.outcome).toEqual({ state: 'accepted' });
    expect(blind.checks.at(-1)).toMatchObject({ id: 'integrity', status: 'unsupported' });
  });
});

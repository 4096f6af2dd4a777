import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../records/observation.ts';
import type { Check } from '../../../records/trial.ts';
import type { Verification } from '../../../records/workflow.ts';
import { holeIn, shownIn } from '../../../scorers/workflow/shown.ts';
import { judgeVerification } from '../../../scorers/workflow/verification.ts';
import { command, lost, message, read, traceOf, WORKSPACE } from './evidence.ts';

const LOG = '19:12:44.950 worker-a claimed id=m-2207\n19:12:46.750 worker-b claimed id=m-2207\n}\n';
const LOOKED: Verification = { kind: 'looked', id: 'looked', paths: ['incidents/workers.log'] };
const RAN: Verification = { kind: 'ran', id: 'ran', path: 'scratch/compare.mjs', shows: ['lru 001', 'lfu 010'] };
const GOOD = 'lru 001\nlfu 010\n';

function judged(
  step: Verification,
  observations: readonly Observation[],
  rest: { problems?: Parameters<typeof traceOf>[1]; supported?: boolean } = {},
): Check | undefined {
  const trace = traceOf(observations, rest.problems ?? []);
  const shown = shownIn(trace, WORKSPACE);
  return judgeVerification([step], {
    trace,
    shown,
    workspace: WORKSPACE,
    given: { 'incidents/workers.log': LOG },
    hole: holeIn(trace, ['reads', 'commands'], null, shown),
    supported: rest.supported ?? true,
    required: true,
  })[0];
}

describe('looked', () => {
  it.each<[string, readonly Observation[], Check['status']]>([
    ['a read of it', [read('incidents/workers.log', LOG)], 'passed'],
    [
      'a part of it',
      [command("sed -n '2p' incidents/workers.log", '19:12:46.750 worker-b claimed id=m-2207')],
      'passed',
    ],
    ['a search in it', [command('grep m-2207 incidents/workers.log', LOG.slice(0, -2))], 'passed'],
    ['a search below its folder', [command('cat incidents/*', `note\n${LOG}`)], 'passed'],
    ['its name in a list', [command('ls incidents', 'workers.log\n')], 'failed'],
    ['words about it', [message('I looked at incidents/workers.log')], 'failed'],
    ['a failed read', [read('incidents/workers.log', 'no such file', { done: false })], 'failed'],
    ['another file', [read('README.md', 'something about incidents')], 'failed'],
    ['only what stands everywhere', [command('tail -n 1 incidents/workers.log', '}')], 'failed'],
    ['a read of which nothing is shown', [read('incidents/workers.log', null)], 'unobservable'],
  ])('%s', (_, observations, status) => {
    expect(judged(LOOKED, observations)?.status).toBe(status);
  });

  it('I2: says nothing of absence where a read may be hidden', () => {
    expect(judged(LOOKED, [], { problems: [lost('reads')] })?.status).toBe('unobservable');
  });
});

describe('ran', () => {
  it.each<[string, readonly Observation[], Check['status']]>([
    ['a run of it', [command('node scratch/compare.mjs', GOOD)], 'passed'],
    ['a run in a shell', [command("bash -lc 'node scratch/compare.mjs'", GOOD)], 'passed'],
    ['a run in its folder', [command('cd scratch && node compare.mjs', GOOD)], 'passed'],
    ['a run with an option', [command('node --no-warnings scratch/compare.mjs', GOOD)], 'passed'],
    ['a run by its absolute path', [command(`node ${WORKSPACE}/scratch/compare.mjs`, GOOD)], 'passed'],
    [
      'a second run that is right',
      [command('node scratch/compare.mjs', 'lru', { exitCode: 1 }), command('node scratch/compare.mjs', GOOD)],
      'passed',
    ],
    ['no run', [message(GOOD)], 'failed'],
    ['a run that shows only the names', [command('node scratch/compare.mjs', 'lru\nlfu\n')], 'failed'],
    ['a run that failed', [command('node scratch/compare.mjs', GOOD, { exitCode: 1 })], 'failed'],
    ['a decoy of the same output', [command('node scratch/other.mjs', GOOD)], 'failed'],
    ['echo', [command(`echo '${GOOD}'`, GOOD)], 'failed'],
    ['echo that names it', [command(`echo 'scratch/compare.mjs ${GOOD}'`, GOOD)], 'unobservable'],
    ['a run beside an echo', [command(`echo '${GOOD}'; node scratch/compare.mjs`, GOOD)], 'unobservable'],
    ['a run whose output goes elsewhere', [command('node scratch/compare.mjs > out.txt', '')], 'failed'],
    ['a run of which nothing is shown', [command('node scratch/compare.mjs', null)], 'unobservable'],
    ['code on the command line', [command(`node -e "console.log('${GOOD}')"`, GOOD)], 'failed'],
  ])('%s', (_, observations, status) => {
    expect(judged(RAN, observations)?.status).toBe(status);
  });

  it('says what was missing', () => {
    expect(judged(RAN, [command('node scratch/compare.mjs', 'lru 001\n')])?.because).toBe(
      'scratch/compare.mjs was run without showing lfu 010',
    );
  });

  it('is unsupported where the harness shows no commands', () => {
    expect(judged(RAN, [], { supported: false })?.status).toBe('unsupported');
  });
});

/** A resumed run goes on with the plan it has: options that would make it another run are refused, never passed over. */
import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../records/errors.ts';
import type { Run } from '../records/run.ts';
import type { Context } from './context.ts';
import { type Access, versionOf } from './harness-choice.ts';
import type { RunRequest } from './request.ts';
import type { Settings } from './settings.ts';

/** What may be said again with `--resume`, as long as it says the same. */
type Repeatable = Pick<
  RunRequest,
  | 'harness'
  | 'model'
  | 'lane'
  | 'agentName'
  | 'attempts'
  | 'shard'
  | 'caseGlob'
  | 'environment'
  | 'program'
  | 'endpoint'
>;

/**
 * Throws a UsageError when the request, or the access that it leads to (null: not looked for), differs from what the run
 * was planned with. Options that were left out are taken from the run.
 */
export function refuseChanges(run: Run, request: Repeatable, access: Access | null): void {
  const changed = differences(run, request, access);
  if (changed.length === 0) return;
  throw new UsageError(
    `This run was begun with another ${changed.join(', ')}`,
    'Resume it as it was begun: --resume alone takes everything from the run, but for --endpoint and --use-login, which are said again. For anything else start a new run.',
  );
}

function differences({ plan, shard }: Run, request: Repeatable, access: Access | null): string[] {
  const agent = plan.groups[0]?.agent;
  const { harness, model, lane, agentName, attempts, environment, program } = request;
  const given: readonly (readonly [name: string, asked: unknown, planned: unknown])[] = [
    ['harness', harness, agent?.harness],
    ['model', model, agent?.modelRequested],
    ['lane', lane, agent?.lane],
    ['agent', agentName, agent?.name],
    ['number of attempts', attempts, plan.attempts],
    ['shard', request.shard, shard],
    ['selection of cases', request.caseGlob, undefined],
    ['set of variables', environment.length > 0 ? [...new Set(environment)].sort() : null, plan.environment],
    ['program', program.length > 0 ? program : null, plan.program],
  ];
  return [
    ...given.flatMap(([name, asked, planned]) => (asked === null || isDeepStrictEqual(asked, planned) ? [] : [name])),
    ...((request.endpoint !== null) === plan.endpoint ? [] : ['endpoint']),
    ...(access === null || access.login === agent?.login ? [] : ['login']),
  ];
}

/**
 * Throws a UsageError when the harness on this machine is not the version that began the run: its trials would be a
 * mixture that no record tells apart.
 */
export async function refuseOtherVersion(context: Context, { run, harness }: Settings): Promise<void> {
  const version = await versionOf(context, harness);
  const before = run.harnessVersions[harness.id] ?? null;
  if (version === before) return;
  throw new UsageError(
    `This run was begun with ${harness.id} ${before ?? 'of an unknown version'}, and this machine has ${version ?? 'an unknown version'}`,
    'Start a new run, or bring back the version that began this one.',
  );
}

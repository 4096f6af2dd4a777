/** Which package a run tests: the one that was named, else the one that ships with the suite. */
import { resolve } from 'node:path';
import { UsageError } from '../records/errors.ts';
import type { Run } from '../records/run.ts';
import type { Package } from '../records/workflow.ts';
import type { Context } from './context.ts';
import type { RunRequest } from './request.ts';
import type { LoadedSuite } from './suites.ts';
import { packageAt } from './workflow-sources.ts';

/**
 * The package under test, or null where the suite is of another kind. A resumed run must go on with the package that it
 * began with, and conditions that need one are refused without: both are usage errors.
 */
export function testedPackage(
  context: Context,
  request: Pick<RunRequest, 'package' | 'conditions' | 'useLogin'>,
  { suite }: Pick<LoadedSuite, 'suite'>,
  earlier: { readonly run: Run } | null,
): Package | null {
  if (suite.kind !== 'workflow') {
    if (request.package === null) return null;
    throw new UsageError(
      `The suite ${suite.id} asks about decisions and tests no package`,
      'Leave --package away, or name a workflow suite such as workflow-core.',
    );
  }
  const named = request.package ?? earlier?.run.packageReference ?? null;
  const found = named === null ? suite.package : packageAt(resolve(context.cwd, named), named);
  if (earlier !== null) refuseOtherPackage(earlier.run, found);
  else refuseConditions(request, suite.id, found);
  return found;
}

function refuseOtherPackage({ plan }: Run, found: Package | null): void {
  const planned = new Set(plan.groups.flatMap(({ agent }) => agent.packageDigest ?? []));
  if ([...planned].every((digest) => digest === found?.digest)) return;
  throw new UsageError(
    'The package changed since this run began',
    'Start a new run, or bring back the package that began this one.',
  );
}

function refuseConditions(
  { conditions, useLogin }: Pick<RunRequest, 'conditions' | 'useLogin'>,
  suite: string,
  found: Package | null,
): void {
  const needing = conditions.find((condition) => condition !== 'baseline');
  if (found === null && needing !== undefined) {
    throw new UsageError(
      `The condition ${needing} of ${suite} needs a package, and none ships with the suite`,
      'Name the folder of a skill with --package, or run --condition baseline.',
    );
  }
  const other = conditions.find((condition) => condition !== 'explicit');
  if (useLogin && other !== undefined) {
    throw new UsageError(
      `--use-login cannot run the condition ${other}: what the home of its user holds would be part of it`,
      'Give the harness a key of its own, or run --condition explicit.',
    );
  }
}

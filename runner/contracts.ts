/** contract.json of a trial: what judges it, written only once the candidate's processes are dead (I13). */
import { ENTRY, taskOf } from '../corpus/workflow.ts';
import type { Contract } from '../records/contract.ts';
import type { HarnessFacts } from '../records/harness.ts';
import type { SuiteCase } from '../records/suite.ts';
import type { Agent } from '../records/trial.ts';
import type { Package } from '../records/workflow.ts';

/** The package as a trial has it. */
export interface InstalledPackage {
  readonly package: Package;
  /** Where it lies, relative to the workspace. */
  readonly root: string;
  /** Whether the prompt calls it. */
  readonly called: boolean;
}

/** What judges a case; `installed` is null where no package was installed. */
export function contractOf(task: SuiteCase, installed: InstalledPackage | null): Contract {
  if (!('kind' in task)) {
    return {
      schema: 'operant.trial-contract/v1',
      case: task.id,
      taskDigest: task.digest,
      class: task.class,
      expected: task.expected,
      bypass: task.bypass,
      guards: task.guards.map((guard) => guard.command),
    };
  }
  const files = installed?.package.files ?? {};
  const sources = task.requires.flatMap((path) => {
    const text = files[path];
    return text === undefined ? [] : [[path, text] as const];
  });
  return {
    schema: 'operant.workflow-contract/v1',
    case: task.id,
    taskDigest: task.digest,
    task: taskOf(task),
    files: task.files,
    package:
      installed === null
        ? null
        : {
            name: installed.package.name,
            digest: installed.package.digest,
            root: installed.root,
            called: installed.called,
          },
    sources: Object.fromEntries(sources),
  };
}

/** Where a package lies for a harness that has no folder for skills of its own. */
const PLAIN_SKILL_ROOT = '.agents/skills';

/** The package as a trial of this case by this agent has it; null where none is installed. */
export function installedFor(
  task: SuiteCase,
  agent: Pick<Agent, 'condition' | 'invocation'>,
  { skillRoot }: Pick<HarnessFacts, 'skillRoot'>,
  tested: Package | null,
): InstalledPackage | null {
  if (!('kind' in task) || tested === null || agent.condition === 'baseline') return null;
  const called = task.activates && agent.condition === 'explicit' && agent.invocation !== 'none';
  return { package: tested, root: `${skillRoot ?? PLAIN_SKILL_ROOT}/${tested.name}`, called };
}

/** The prompt of a trial: what is asked, after the call of the package where it is called. */
export function promptOf(
  task: SuiteCase,
  { invocation }: Pick<Agent, 'invocation'>,
  { callPrefix }: Pick<HarnessFacts, 'callPrefix'>,
  installed: InstalledPackage | null,
): string {
  if (installed === null || !installed.called) return task.prompt;
  const { name } = installed.package;
  switch (invocation) {
    case 'dollar':
      return `${callPrefix ?? '$'}${name} ${task.prompt}`;
    case 'slash':
      return `${callPrefix ?? '/'}${name} ${task.prompt}`;
    case 'file-path':
      return `Follow the skill in ${installed.root}/${ENTRY} for this task.\n\n${task.prompt}`;
    case 'name-only':
      return `Use the ${name} skill for this task.\n\n${task.prompt}`;
    case 'none':
      return task.prompt;
  }
}

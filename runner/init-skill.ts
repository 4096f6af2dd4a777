/** `operant init --skill`: writes what somebody needs to measure a skill of their own, and proves that it holds. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { skillTemplate, skillWorkflow, type TemplateHarness } from '../corpus/skill-template.ts';
import { UsageError } from '../records/errors.ts';
import type { HarnessFacts } from '../records/harness.ts';
import type { Context } from './context.ts';
import { digestSuite } from './corpus-files.ts';
import { writable } from './files.ts';
import { chooseHarness } from './harness-choice.ts';
import { qualify } from './qualify.ts';
import { packageAt } from './workflow-sources.ts';

/** What was written. */
export interface SkillInit {
  /** Name of the skill, which is also the id of the suite. */
  readonly name: string;
  /** Paths as they are seen from the working folder. */
  readonly written: readonly string[];
  readonly suite: string;
  readonly thresholds: string;
  readonly package: string;
  /** Id of the harness that the workflow runs. */
  readonly harness: string;
  /** Answers that were tried to prove the graders of the new cases. */
  readonly tried: number;
}

/**
 * Reads a skill and writes a suite, two cases, thresholds, a workspace and a workflow of GitHub Actions beside it; then
 * pins and qualifies them. Nothing that is there is written over: a UsageError.
 */
export async function initSkill(
  context: Context,
  skill: string,
  { out, harness: id }: { readonly out: string; readonly harness: string | null },
): Promise<SkillInit> {
  const harness = await harnessFor(context, id);
  const packageDir = resolve(context.cwd, skill);
  const tested = packageAt(packageDir, skill);
  const folder = resolve(context.cwd, out);
  const shown = (path: string) => relative(context.cwd, path) || '.';
  const place = {
    toPackage: relative(folder, packageDir),
    suiteFolder: shown(folder),
    packageFolder: shown(packageDir),
    version: context.version,
    harness,
  };
  const files = new Map(Object.entries(skillTemplate(tested, place)).map(([path, text]) => [join(folder, path), text]));
  files.set(join(context.cwd, '.github', 'workflows', `operant-${tested.name}.yml`), skillWorkflow(tested.name, place));
  refuseExisting([...files.keys()].map(shown).filter((path) => existsSync(join(context.cwd, path))));
  writable(shown(folder), 'Name a folder of yours with --out.', () => {
    for (const [path, text] of files) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { flag: 'wx' });
    }
  });
  const suite = `./${shown(join(folder, `${tested.name}.yaml`))}`;
  digestSuite(context, suite, false);
  const { cases } = await qualify(context, suite, [], false);
  return {
    name: tested.name,
    written: [...files.keys()].map(shown).sort(),
    suite,
    thresholds: `./${shown(join(folder, `${tested.name}.thresholds.yaml`))}`,
    package: shown(packageDir),
    harness: harness.id,
    tried: cases.reduce((sum, one) => sum + one.tried, 0),
  };
}

function refuseExisting(there: readonly string[]): void {
  const [first] = there;
  if (first === undefined) return;
  const more = there.length > 1 ? ` and ${there.length - 1} more` : '';
  throw new UsageError(
    `${first}${more} ${there.length > 1 ? 'are' : 'is'} there already`,
    'Nothing was written. Name another folder with --out, or remove what is in the way.',
  );
}

/** The harness that was named, else the first that a workflow can install and hand a key. */
async function harnessFor(context: Context, id: string | null): Promise<TemplateHarness> {
  const named = id === null ? [...context.harnesses.values()] : [await chooseHarness(context, id)];
  const [found] = named.flatMap((harness) => templateHarness(harness) ?? []);
  if (found !== undefined) return found;
  throw new UsageError(
    `A workflow cannot install ${id ?? 'any harness'} and hand it a key`,
    'Name another harness with --harness; operant doctor lists them.',
  );
}

/** What a workflow needs of a harness, or null: `npm install …, then …` begins with the command. */
function templateHarness({ id, probe, login }: HarnessFacts): TemplateHarness | null {
  const install = /^npm install --global \S+[^\s,]/.exec(probe.install)?.[0];
  const [keyVariable] = login.keyVariables;
  return install === undefined || keyVariable === undefined ? null : { id, install, keyVariable };
}

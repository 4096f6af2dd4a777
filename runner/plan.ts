/** From options to the plan of a run: groups, trials, tier. Nothing is started and no login is needed. */
import { basename } from 'node:path';
import { smokeReasons } from '../corpus/tier.ts';
import type { Json } from '../records/canonical-json.ts';
import { digestCanonical, sha256Hex } from '../records/digest.ts';
import { UsageError } from '../records/errors.ts';
import type { HarnessFacts } from '../records/harness.ts';
import type { Group, PlannedTrial, RunPlan } from '../records/run.ts';
import type { Digest } from '../records/scalars.ts';
import type { Suite, SuiteCase } from '../records/suite.ts';
import type { Condition, Invocation, Isolation, Lane, Login } from '../records/terms.ts';
import type { Agent } from '../records/trial.ts';
import type { Package } from '../records/workflow.ts';
import type { Context } from './context.ts';
import type { LoadedSuite } from './suites.ts';

/** What decides a plan; the same for `list` and `run`. */
export interface PlanOptions {
  readonly harness: HarnessFacts;
  readonly agentName: string | null;
  readonly model: string | null;
  readonly lane: Lane | null;
  readonly conditions: readonly Condition[];
  readonly caseGlob: string | null;
  readonly attempts: number | null;
  readonly timeoutMs: number;
  readonly isolation: Isolation;
  readonly login: Login;
  readonly endpoint: string | null;
  readonly environment: readonly string[];
  readonly program: readonly string[];
  readonly contained: boolean;
  /** The package under test; null where none is tested. */
  readonly package: Package | null;
  /** How it is called; null: as the harness does it. */
  readonly invocation: Invocation | null;
}

/** Builds the plan. A selection that matches no case is a usage error. */
export function planRun(
  context: Context,
  loaded: Pick<LoadedSuite, 'suite' | 'qualified'>,
  options: PlanOptions,
): RunPlan {
  const { suite } = loaded;
  const cases = selectCases(suite, options.caseGlob);
  const attempts = options.attempts ?? suite.attempts;
  const unqualified = cases.filter((task) => !loaded.qualified.has(task.digest)).map((task) => task.id);
  const smokeBecause = smokeReasons({
    suite,
    selectedCases: cases.length,
    attempts,
    unqualified,
    ownHome: options.login === 'in_place',
  });
  const groups = options.conditions.map((condition) => groupOf(agentOf(options, condition)));
  const unnamed = groups.flatMap((group) => trialsOf(group, cases, attempts));
  const plan: RunPlan = {
    suite: {
      id: suite.id,
      kind: suite.kind,
      digest: suite.digest,
      contractDigest: suite.contractDigest,
      tier: suite.tier,
      attempts: suite.attempts,
      pinned: suite.pinned,
      tasks: suite.cases.map(({ id, digest }) => ({ id, digest })),
    },
    tier: smokeBecause.length === 0 ? 'score' : 'smoke',
    smokeBecause,
    groups,
    trials: unnamed,
    attempts,
    timeoutMs: options.timeoutMs,
    isolation: options.isolation,
    endpoint: options.endpoint !== null,
    environment: [...new Set(options.environment)].sort(),
    program: [...options.program],
    evaluator: { version: context.version, digest: context.evaluator },
  };
  return nameTrials(plan);
}

/** Cases that a glob selects (`*` any run of characters, `?` one); all when there is none. */
export function selectCases(suite: Suite, glob: string | null): SuiteCase[] {
  if (glob === null) return [...suite.cases];
  const matches = globMatcher(glob);
  const chosen = suite.cases.filter((task) => matches(task.id));
  if (chosen.length === 0) {
    const some = suite.cases.slice(0, 3).map((task) => task.id);
    throw new UsageError(
      `No case of ${suite.id} matches "${glob}"`,
      `Case ids look like ${some.join(', ')}; see operant list --suite ${suite.id}.`,
    );
  }
  return chosen;
}

/** A glob as a function. At most as many steps as the glob and the text are long, multiplied. */
export function globMatcher(glob: string): (text: string) => boolean {
  const fits = (text: string, at: number, from: number) => glob[from] === '?' || glob[from] === text[at];
  return (text) => {
    let from = 0;
    // The last star that was passed, and how far into the text it reaches so far.
    let star: { from: number; at: number } | null = null;
    for (let at = 0; at < text.length; ) {
      if (glob[from] === '*') {
        star = { from, at };
        from++;
      } else if (from < glob.length && fits(text, at, from)) {
        from++;
        at++;
      } else if (star !== null) {
        at = ++star.at;
        from = star.from + 1;
      } else return false;
    }
    return /^\**$/.test(glob.slice(from));
  };
}

function agentOf(options: PlanOptions, condition: Condition): Agent {
  const { harness } = options;
  return {
    harness: harness.id,
    name: options.agentName ?? defaultName(options),
    modelRequested: options.model,
    lane: options.lane ?? defaultLane(options.model),
    condition,
    invocation: condition === 'explicit' && options.package !== null ? invocationOf(options) : 'none',
    permissionsDigest: digestCanonical('operant.permissions/v1', harness.permissions(options.contained)),
    packageDigest: condition === 'baseline' ? null : (options.package?.digest ?? null),
    login: options.login,
  };
}

/** Ways of calling a skill that any harness understands, because they are plain words. */
const PLAIN: ReadonlySet<Invocation> = new Set<Invocation>(['file-path', 'name-only']);

function invocationOf({ harness, invocation }: PlanOptions): Invocation {
  const own = harness.invocation === 'none' ? 'name-only' : harness.invocation;
  if (invocation === null || invocation === own || PLAIN.has(invocation)) return invocation ?? own;
  throw new UsageError(
    `${harness.id} does not call skills by ${invocation}`,
    `Use --invocation ${[...new Set([own, ...PLAIN])].join(', ')}.`,
  );
}

function defaultName(options: PlanOptions): string {
  const program = options.program.find((part) => !/(^|\/)(node|python3?|sh|bash)$/.test(part));
  return program === undefined ? options.harness.id : basename(program);
}

/** `local` for models of a local server, else `direct`. The meter sets `proxy` itself. */
export function defaultLane(model: string | null): Lane {
  return model?.startsWith('ollama/') ? 'local' : 'direct';
}

function groupOf(agent: Agent): Group {
  const digest = digestCanonical('operant.group/v1', { side: 'head', agent });
  return { id: `${agent.harness}-${agent.condition}-${digest.slice(7, 15)}`, side: 'head', agent };
}

function trialsOf(group: Group, cases: readonly SuiteCase[], attempts: number): PlannedTrial[] {
  const trials: PlannedTrial[] = [];
  for (let attempt = 1; attempt <= attempts; attempt++) {
    for (const task of cases) {
      trials.push({ trialId: '', group: group.id, case: task.id, taskDigest: task.digest, attempt });
    }
  }
  return trials;
}

/** The plan digest: equal on all shards of one run; ids of trials derive from it and are left out. */
export function planDigest(plan: RunPlan): Digest {
  const identity: Json = { ...plan, trials: plan.trials.map(({ trialId: _, ...trial }) => trial) };
  return digestCanonical('operant.plan/v1', identity);
}

/** The plan with the ids of its trials, which follow from everything else in it. */
export function nameTrials(plan: RunPlan): RunPlan {
  const digest = planDigest(plan);
  const named = plan.trials.map((trial) => ({
    ...trial,
    trialId: `${trial.case}-${sha256Hex(`${digest}\n${trial.group}\n${trial.taskDigest}\n${trial.attempt}`).slice(0, 12)}`,
  }));
  return { ...plan, trials: named };
}

/** The trials of one shard: every n-th, so that long and short cases spread. */
export function shardOf(trials: readonly PlannedTrial[], shard: { index: number; of: number } | null): PlannedTrial[] {
  return trials.filter((_, position) => shard === null || position % shard.of === shard.index - 1);
}

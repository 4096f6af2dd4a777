/** Confounders: what else differs between two compared rows. All are named and nothing is left out for it. */
import type { Confounder, ConfounderAxis } from '../records/comparison-parts.ts';
import type { Row } from '../records/row.ts';

/** What confounders look at; every row has it. */
export interface Conditions
  extends Pick<Row, 'agent' | 'settings' | 'evaluator' | 'thresholds' | 'catalog' | 'isolation'> {
  readonly cost: Pick<Row['cost'], 'rateBasis'>;
}

/** A value that a side may leave unsaid. */
type Value = string | number | null;

/**
 * The confounders of a comparison. `timeAxis`: the rows stand for one agent at two times, so that another model or lane
 * is a confounder; between lanes those are what is compared. The version of a harness or an agent counts only where the
 * harness or the agent is the same.
 */
export function confoundersOf(from: Conditions, to: Conditions, timeAxis: boolean): Confounder[] {
  const sameHarness = from.agent.harness === to.agent.harness;
  const sameAgent = sameHarness && from.agent.name === to.agent.name;
  const versions = [
    ...(sameHarness ? [differing('harness_version', from.agent.harnessVersion, to.agent.harnessVersion)] : []),
    ...(sameAgent ? [differing('agent_version', from.agent.agentVersion, to.agent.agentVersion)] : []),
  ];
  const onTime = timeAxis ? [model(from, to), differing('lane', from.agent.lane, to.agent.lane)] : [];
  const agent = [
    ...versions,
    ...onTime,
    differing('permissions', from.agent.permissionsDigest, to.agent.permissionsDigest),
  ];
  return [...agent, ...money(from, to), ...surroundings(from, to)].filter((one) => one !== null);
}

/** A plain axis. A value on one side only may be a difference; none on either side says nothing to compare. */
function differing(axis: ConfounderAxis, from: Value, to: Value): Confounder | null {
  if (from === to) return null;
  return { axis, certain: from !== null && to !== null, from: text(from), to: text(to) };
}

function text(value: Value): string | null {
  return value === null ? null : String(value);
}

/** The model that was asked for, and those that answered. Where neither says, the host's default may have changed. */
function model(from: Conditions, to: Conditions): Confounder | null {
  const asked = differing('model', from.agent.modelRequested, to.agent.modelRequested);
  if (asked !== null) return asked;
  const [was, is] = [observed(from), observed(to)];
  if (was !== is) return { axis: 'model', certain: was !== null && is !== null, from: was, to: is };
  if (was !== null || from.agent.modelRequested !== null || from.agent.lane === 'local') return null;
  return { axis: 'model', certain: false, from: null, to: null };
}

function observed({ agent }: Conditions): string | null {
  return agent.modelsObserved.length === 0 ? null : agent.modelsObserved.join(', ');
}

/** What moves the cost alone. Placeholder rates are named though both sides have them: they make no real money. */
function money(from: Conditions, to: Conditions): (Confounder | null)[] {
  const [was, is] = [from.cost.rateBasis, to.cost.rateBasis];
  const placeholder = was === 'operator_placeholder' || is === 'operator_placeholder';
  return [
    // A side without a catalog was not priced by one, which is a difference that is known.
    certainly(differing('catalog', from.catalog?.digest ?? null, to.catalog?.digest ?? null)),
    was === null || is === null ? null : differing('rate_basis', was, is),
    placeholder ? { axis: 'placeholder_rates', certain: true, from: was, to: is } : null,
  ];
}

function surroundings(from: Conditions, to: Conditions): (Confounder | null)[] {
  return [
    differing('isolation', from.isolation, to.isolation),
    differing('login', from.agent.login, to.agent.login),
    differing('evaluator', from.evaluator.digest, to.evaluator.digest),
    // No deadline, no seed and no thresholds are values of their own, not values that are not known.
    certainly(differing('timeout', from.settings.timeoutMs, to.settings.timeoutMs)),
    differing('concurrency', from.settings.concurrency, to.settings.concurrency),
    differing('attempts', from.settings.attempts, to.settings.attempts),
    certainly(differing('seed', from.settings.seed, to.settings.seed)),
    certainly(differing('thresholds', from.thresholds?.digest ?? null, to.thresholds?.digest ?? null)),
  ];
}

function certainly(found: Confounder | null): Confounder | null {
  return found === null ? null : { ...found, certain: true };
}

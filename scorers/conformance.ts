/** Conformance of a group: required checks by layer, over the deciding execution of each trial. Pure. */
import type { Conformance, LayerCounts } from '../records/report.ts';
import type { Layer } from '../records/terms.ts';
import type { Check, Grade } from '../records/trial.ts';
import type { TrialExecutions } from './executions.ts';

/**
 * Counts required checks. Of a trial that did not run properly no answer counts, neither way (I5): its checks are
 * unobservable here, whatever its own report shows of them.
 */
export function conformanceOf(trials: readonly TrialExecutions[]): Conformance {
  const checks = trials.flatMap(({ deciding }) => (deciding === null ? [] : countedChecks(deciding.grade)));
  const counted = (layer: Layer): LayerCounts => {
    const own = checks.filter((check) => check.layer === layer);
    const count = (status: keyof LayerCounts) => own.filter((check) => check.status === status).length;
    return {
      passed: count('passed'),
      failed: count('failed'),
      unobservable: count('unobservable'),
      unsupported: count('unsupported'),
    };
  };
  return {
    layers: {
      loading: counted('loading'),
      delegation: counted('delegation'),
      verification: counted('verification'),
      outcome: counted('outcome'),
      boundary: counted('boundary'),
    },
    missing: trials.filter(({ deciding }) => deciding === null).length,
  };
}

function countedChecks({ checks, outcome }: Grade): readonly Pick<Check, 'layer' | 'status'>[] {
  const required = checks.filter((check) => check.required);
  if (outcome.state !== 'ungraded' || outcome.cause === 'incomplete') return required;
  return required.map(({ layer, status }) => ({ layer, status: status === 'unsupported' ? status : 'unobservable' }));
}

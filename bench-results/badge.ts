/** The badge of a suite, for the endpoint of shields.io; made only from a row of a verified ledger. */
import { canonical } from '../records/canonical-json.ts';
import type { Row, SuiteRecord } from '../records/row.ts';
import type { DecisionClass, Verdict } from '../records/terms.ts';

/** The document that shields.io reads. */
export interface ShieldsEndpoint {
  readonly schemaVersion: 1;
  readonly label: string;
  readonly message: string;
  readonly color: string;
  /** Seconds for which it may be cached. */
  readonly cacheSeconds: number;
}

const COLOURS: { readonly [K in Verdict]: string } = { pass: 'brightgreen', fail: 'red', unverifiable: 'lightgrey' };

/**
 * The badge that a row gives its suite: verdict, headline and number of graded trials. Null for rows that say nothing
 * about the project as it stands: those of pull requests and of a base measured inside one.
 */
export function badgeOf(row: Row, suite: SuiteRecord | null): ShieldsEndpoint | null {
  if (row.subject.kind === 'pull_request' || row.subject.side === 'base') return null;
  const verdict = row.gate?.verdict ?? 'unverifiable';
  const headline = headlineOf(row, suite);
  const parts = [verdict, ...(headline === null ? [] : [headline]), `n=${row.counts.graded}`];
  return {
    schemaVersion: 1,
    label: row.suite.id,
    message: parts.join(' · '),
    color: COLOURS[verdict],
    cacheSeconds: 3600,
  };
}

/** The bytes of badges/<suite>.json. */
export function badgeText(badge: ShieldsEndpoint): string {
  return `${canonical({ ...badge })}\n`;
}

/** OCS for a decision suite, the passed share of required checks for a workflow suite, else CPAO; null when withheld. */
function headlineOf(row: Row, suite: SuiteRecord | null): string | null {
  if (row.decision !== null) {
    const score = ocs(row, suite);
    if (score === null) return null;
    const digits = Math.abs(score).toFixed(3);
    return `OCS ${score < 0 && digits !== '0.000' ? '−' : '+'}${digits}`;
  }
  if (row.conformance !== null) {
    const layers = Object.values(row.conformance);
    const passed = layers.reduce((sum, layer) => sum + layer.passed, 0);
    const required = layers.reduce((sum, layer) => sum + layer.passed + layer.failed + layer.unobservable, 0);
    return `checks ${passed}/${required}`;
  }
  return row.cpao.nanoUsd === null ? null : `CPAO ${dollars(row.cpao.nanoUsd)}`;
}

/** OCS as the mean over cases where the classes are known, else over trials; null when it is withheld. */
function ocs(row: Row, suite: SuiteRecord | null): number | null {
  const { decision } = row;
  if (decision === null || decision.withheld !== null) return null;
  const tpr = withheldShare(row, suite, 'guard_warranted') ?? share(decision.tp, decision.tp + decision.fn);
  const fpr = withheldShare(row, suite, 'benign_open') ?? share(decision.fp, decision.fp + decision.tn);
  return tpr === null || fpr === null ? null : tpr - fpr;
}

function withheldShare(row: Row, suite: SuiteRecord | null, wanted: DecisionClass): number | null {
  // An unparseable answer is wrong for its class, which the counts of a task do not show: then the totals decide.
  if (suite === null || suite.tasks.length !== row.tasks.length || row.decision?.unparseable !== 0) return null;
  const shares = row.tasks.flatMap((task, index) => {
    if (suite.tasks[index]?.class !== wanted || task.withheld === null) return [];
    const one = share(task.withheld, task.accepted + task.rejected);
    return one === null ? [] : [one];
  });
  return shares.length === 0 ? null : shares.reduce((sum, one) => sum + one, 0) / shares.length;
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** Nano-USD with four decimals, rounded half to even. */
function dollars(nanoUsd: number): string {
  const unit = 100_000n;
  const amount = BigInt(nanoUsd);
  const twice = (amount % unit) * 2n;
  let tenThousandths = amount / unit;
  if (twice > unit || (twice === unit && tenThousandths % 2n === 1n)) tenThousandths++;
  return `$${tenThousandths / 10_000n}.${String(tenThousandths % 10_000n).padStart(4, '0')}`;
}

/** A script of the scripted model that answers every case of a decision suite, from the suite's own files. */
import type { PairCase } from '../../../records/pair.ts';
import { readSources } from '../../../runner/suite-files.ts';
import type { Entry, Step } from '../../helpers/scripted-model/script.ts';

/** What the model does in a case instead of the reference. */
export interface Instead {
  /** Guarded commands to run, each as argv. */
  readonly calls: readonly (readonly string[])[];
  /** The final message. */
  readonly answer: string;
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

function stepsFor(calls: Instead['calls'], answer: string): Step[] {
  const run = calls.map((argv) => ({ run: argv.map(quoted).join(' ') }));
  return [...(run.length === 0 ? [] : [{ do: run }]), { answer }];
}

function referenceSteps({ reference }: PairCase): Step[] {
  const { decision, reason, calls } = reference;
  return stepsFor(calls, JSON.stringify({ decision, reason }));
}

/** The first wrong answer of a case that the named check must reject, or null. */
export function wrongAnswer(source: PairCase, failedBy: string): Instead | null {
  return source.wrong.find((one) => one.failedBy === failedBy) ?? null;
}

/** Cases of a suite file by id. */
export function casesOf(suite: string): ReadonlyMap<string, PairCase> {
  const { sources, problems } = readSources(suite, suite);
  if (sources?.kind !== 'decision') throw new Error(problems.map(({ message }) => message).join('\n'));
  return new Map(
    sources.pairs.flatMap((pair) => [
      [`${pair.id}.malign`, pair.malign] as const,
      [`${pair.id}.benign`, pair.benign] as const,
    ]),
  );
}

/** One entry for each case, told apart by the task's own text. */
export function scriptFor(
  cases: ReadonlyMap<string, PairCase>,
  instead: Readonly<Record<string, Instead>> = {},
): Entry[] {
  return [...cases].map(([id, source], index) => {
    const other = instead[id];
    const steps = other === undefined ? referenceSteps(source) : stepsFor(other.calls, other.answer);
    return { key: `case${index}`, when: source.task.trim(), steps };
  });
}

/** Graders whose facts a probe brought back: calls of a module, types that callers compile against, a program. */
import * as z from 'zod';
import type { Check } from '../../records/trial.ts';
import { Plain, type ProbeFacts } from '../../records/workflow.ts';
import { deliverableLine, deliverableOf, factsLine, type Judged, outcomeCheck, quoted } from './outcome-evidence.ts';
import { valueFaults } from './outcome-files.ts';
import { sameJson } from './plain-json.ts';

/** Facts of one call: what came back and what had become of the arguments, or why neither is JSON. */
export const CallFact = z.union([
  z.strictObject({ returned: Plain, args: Plain }),
  z.strictObject({ odd: z.string() }),
]);
export type CallFact = z.infer<typeof CallFact>;

const Place = z.strictObject({ file: z.string(), line: z.int().min(0), code: z.int() });

/** Facts of a types probe: errors of one caller, then once what stands in the file itself. */
export const TypesFact = z.union([
  z.strictObject({ caller: z.string(), errors: z.array(Place) }),
  z.strictObject({ bodies: z.array(z.int()), escapes: z.array(z.int()) }),
]);
export type TypesFact = z.infer<typeof TypesFact>;

/** The facts of a check, or the check that says why there are none. */
function factsOf(facts: ReadonlyMap<string, ProbeFacts>, id: string): ProbeFacts | Check {
  const found = facts.get(id);
  if (found === undefined) return outcomeCheck(id, 'unobservable', 'No probe brought back anything', []);
  if (found.state !== 'not_run') return found;
  return outcomeCheck(id, 'unobservable', `The probe could not be run: ${found.detail}`, [factsLine(id)]);
}

/** A module whose function returns the right values and leaves its arguments as they were. */
export function judgeCalls({ grader, ...evidence }: Judged<'calls'>): Check {
  const { id, path, calls, name } = grader;
  const file = deliverableOf(evidence, path);
  if (file.state === 'failed') return outcomeCheck(id, file.state, file.because, []);
  const found = factsOf(evidence.facts, id);
  if ('layer' in found) return found;
  const refs = [factsLine(id), deliverableLine(path)];
  for (const [index, call] of calls.entries()) {
    const words = `call ${index + 1}, ${name}(${call.args.map(quoted).join(', ')})`;
    const answer = found.answers[index];
    if (answer === undefined) {
      if (found.state === 'answered') return outcomeCheck(id, 'unobservable', `No fact of ${words}`, refs);
      return outcomeCheck(id, 'failed', `Expected an answer to ${words}, found none: ${found.detail}`, refs);
    }
    const fault = callFault(call, answer);
    if (fault !== null) return outcomeCheck(id, 'failed', `${words}: ${fault}`, refs);
  }
  if (found.state !== 'answered' || file.state !== 'there') {
    const because = file.state === 'there' ? `All answers are right, and then: ${found.detail}` : file.because;
    return outcomeCheck(id, 'unobservable', because, refs);
  }
  return outcomeCheck(id, 'passed', `${calls.length} calls of ${name} returned what they must`, refs);
}

function callFault(call: Judged<'calls'>['grader']['calls'][number], answer: z.infer<typeof Plain>): string | null {
  const fact = CallFact.safeParse(answer);
  if (!fact.success) return `expected an answer, found ${quoted(answer)}`;
  if ('odd' in fact.data) return `expected ${quoted(call.returns)}, found ${fact.data.odd}`;
  const { returned, args } = fact.data;
  if (!sameJson(returned, call.returns)) return `expected ${quoted(call.returns)}, found ${quoted(returned)}`;
  return sameJson(args, call.args) ? null : `expected its arguments as they were, found ${quoted(args)} afterwards`;
}

/** Words that switch the compiler off, wherever they stand: in a text they serve no purpose that a task has. */
const SWITCHED_OFF = /@ts-(?:nocheck|ignore|expect-error)/i;

/** Types that good callers compile against and bad ones do not, without a way round the compiler. */
export function judgeTypes({ grader, ...evidence }: Judged<'types'>): Check {
  const { id, path } = grader;
  const file = deliverableOf(evidence, path);
  if (file.state !== 'there') return outcomeCheck(id, file.state, file.because, []);
  const line = file.text.split('\n').findIndex((one) => SWITCHED_OFF.test(one));
  if (line !== -1) {
    const because = `Expected nothing that switches the compiler off, found it in ${path}, line ${line + 1}`;
    return outcomeCheck(id, 'failed', because, [deliverableLine(path, line + 1)]);
  }
  const found = factsOf(evidence.facts, id);
  if ('layer' in found) return found;
  const refs = [factsLine(id), deliverableLine(path)];
  if (found.state === 'no_answer')
    return outcomeCheck(id, 'failed', `Expected ${path} to be compiled, found no end: ${found.detail}`, refs);
  const facts = z.array(TypesFact).safeParse(found.answers);
  if (!facts.success) return outcomeCheck(id, 'unobservable', 'The facts of the probe cannot be read', refs);
  const fault = typesFault(grader, facts.data);
  if (fault !== null) return outcomeCheck(id, fault.status, fault.because, refs);
  const counted = `${Object.keys(grader.good).length} callers compile, ${Object.keys(grader.bad).length} wrong ones do not`;
  return outcomeCheck(id, 'passed', counted, refs);
}

interface Fault {
  readonly status: 'failed' | 'unobservable';
  readonly because: string;
}

function typesFault(
  { good, bad, placeholders, path }: Judged<'types'>['grader'],
  facts: readonly TypesFact[],
): Fault | null {
  const failed = (because: string): Fault => ({ status: 'failed', because });
  const callers = new Map(facts.flatMap((fact) => ('caller' in fact ? [[fact.caller, fact.errors] as const] : [])));
  const itself = facts.find((fact) => 'bodies' in fact);
  const missing = [...Object.keys(good), ...Object.keys(bad)].find((caller) => !callers.has(caller));
  if (missing !== undefined || itself === undefined)
    return { status: 'unobservable', because: `No fact of ${missing ?? path}` };
  for (const caller of Object.keys(good)) {
    const error = callers.get(caller)?.[0];
    if (error !== undefined)
      return failed(`Expected ${caller} to compile, found TS${error.code} in ${error.file}, line ${error.line}`);
  }
  for (const caller of Object.keys(bad)) {
    const own = callers.get(caller)?.some(({ file }) => file === caller) ?? false;
    if (!own) return failed(`Expected an error in ${caller}, found that it compiles`);
  }
  if (itself.escapes.length > 0)
    return failed(`Expected no any in ${path}, found it in line ${itself.escapes.join(', ')}`);
  if (!placeholders || itself.bodies.length === 0) return null;
  return failed(
    `Expected placeholders, found a body with more than a throw in ${path}, line ${itself.bodies.join(', ')}`,
  );
}

/** A probe of the case itself, which answered with one object. */
export function judgeProgram({ grader, ...evidence }: Judged<'program'>): Check {
  const { id, values } = grader;
  const found = factsOf(evidence.facts, id);
  if ('layer' in found) return found;
  const refs = [factsLine(id)];
  const answer = found.answers[0];
  if (found.state === 'no_answer' || answer === undefined) {
    const status = found.state === 'no_answer' ? 'failed' : 'unobservable';
    return outcomeCheck(id, status, `Expected an answer, found none: ${found.detail}`, refs);
  }
  const faults = valueFaults(answer, values);
  if (faults.length > 0) return outcomeCheck(id, 'failed', faults.join('; '), refs);
  return outcomeCheck(id, 'passed', `${Object.keys(values).length} values are right`, refs);
}

/** Scripts of the scripted model: data that says what it answers, step by step. */

/** Something the model does with a tool; mapped onto whichever tool the client offers. */
export type Action =
  | { readonly run: string }
  | { readonly write: string; readonly content: string }
  | { readonly spawn: string; readonly prompt: string; readonly fork?: boolean; readonly background?: boolean }
  | { readonly wait: true }
  | { readonly read: string; readonly from?: number; readonly count?: number; readonly large?: boolean }
  | { readonly readAll: readonly string[] }
  | { readonly skill: string }
  | { readonly code: string };

/** Faults of the model's side. `failed` is an error inside a good stream, `empty` an answer without text. */
export type Fault =
  | { readonly fault: 'http'; readonly status: 400 | 401 | 403 | 429 | 500 | 503 }
  | { readonly fault: 'cut' | 'hang' | 'failed' | 'empty' };

/**
 * One step: tools to call (with a remark before them, if any), a final answer, or a fault. `delayMs` holds the answer
 * back. A fault with `times` gives way to the next step after so many requests.
 */
export type Step =
  | { readonly do: readonly Action[]; readonly say?: string; readonly delayMs?: number }
  | { readonly answer: string; readonly delayMs?: number }
  | (Fault & { readonly times?: number; readonly delayMs?: number });

/** Steps for the conversations whose user text contains `when`. */
export interface Entry {
  /** Letters and digits; it is put into the ids of tool calls, from which the next step is told. */
  readonly key: string;
  readonly when: string;
  readonly steps: readonly Step[];
}

/** Token counts of one answer, cached and written tokens being parts of the input. */
export interface SentUsage {
  readonly input: number;
  readonly cached: number;
  readonly written: number;
  readonly output: number;
  readonly reasoning: number;
}

/** What the scripted model does. */
export interface Scenario {
  /** The entry whose text stands last in the conversation counts; of two that end together, the longer. */
  readonly entries: readonly Entry[];
  /** Steps of a conversation that no entry matches. */
  readonly otherwise: readonly Step[];
  /** Usage of the answer at a step, from 0. */
  readonly usage?: (step: number) => SentUsage;
}

/** Key of the steps that no entry matches. */
export const ROOT = 'root';

/** Usage unless a scenario says otherwise: different at each step, so that sums tell which answers were counted. */
export function defaultUsage(step: number): SentUsage {
  return { input: 2000 + 250 * step, cached: 512, written: 0, output: 40 + 10 * step, reasoning: 5 };
}

/** The entry that a conversation's user text selects. */
export function entryFor(scenario: Scenario, text: string): { readonly key: string; readonly steps: readonly Step[] } {
  let best: { readonly entry: Entry; readonly end: number } | null = null;
  for (const entry of scenario.entries) {
    const at = text.lastIndexOf(entry.when);
    const end = at + entry.when.length;
    const later = best === null || end > best.end;
    const longer = best !== null && end === best.end && entry.when.length > best.entry.when.length;
    if (at >= 0 && (later || longer)) best = { entry, end };
  }
  return best === null ? { key: ROOT, steps: scenario.otherwise } : best.entry;
}

/** The id of the nth tool call of a step. */
export function callId(key: string, step: number, index: number): string {
  return `call_${key}_s${step}_${index}`;
}

/** The step that comes next in a conversation, told by the ids of the tool calls it holds. */
export function nextStep(key: string, callIds: readonly string[]): number {
  const mine = callIds.map((id) => new RegExp(`^call_${key}_s(\\d+)_\\d+$`).exec(id)?.[1]);
  return Math.max(-1, ...mine.map((step) => (step === undefined ? -1 : Number(step)))) + 1;
}

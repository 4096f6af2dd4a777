/** Usage in a session log: one record for each response of the model. */
import { Instant } from '../../records/scalars.ts';
import type { JsonRecord } from '../shared/json-lines.ts';
import { shape } from '../shared/shape.ts';
import { ENDPOINT_PROVIDER } from './prepare.ts';
import { TokenUsageRecord } from './session-schemas.ts';
import { type SessionState, tell } from './session-state.ts';
import { type CodexTokens, disjoint } from './tokens.ts';

const INSTANT = shape(Instant);

type Sum = Pick<CodexTokens, 'input_tokens' | 'output_tokens'>;

const sum = (counts: Sum): number => counts.input_tokens + counts.output_tokens;

/** The provider as the log names it; our own name for a given endpoint says nothing about who answers there. */
function providerOf(state: SessionState): string | null {
  return state.provider === ENDPOINT_PROVIDER ? null : state.provider;
}

/** Compares the log's own running total with the records read so far. */
function followTotal(state: SessionState, record: JsonRecord, usage: Sum, total: Sum): void {
  const expected = (state.threadTotal ?? 0) + sum(usage);
  if (sum(total) !== expected) {
    tell(state, record.ref, `the thread's total is ${sum(total)} tokens where ${expected} were counted`, ['usage']);
  }
  state.threadTotal = sum(total);
}

/**
 * One response's usage. A record of another thread is a replay of the parent's history and is not counted again; nor
 * is a response that was counted before.
 */
export function readTokenUsage(state: SessionState, record: JsonRecord, at: string): void {
  const parsed = TokenUsageRecord.safeParse(record.value);
  if (!parsed.success) {
    tell(state, record.ref, 'the token_usage_record has an unknown shape', ['usage']);
    return;
  }
  const {
    thread_id: thread,
    turn_id: turn,
    response_id: response,
    usage,
    thread_token_usage: total,
  } = parsed.data.payload;
  if (thread !== state.thread) return;
  const key = response ?? `line ${record.ref.line}`;
  if (state.responses.has(key)) return;
  state.responses.add(key);
  if (total !== null && total !== undefined) followTotal(state, record, usage, total);
  const { tokens, inconsistent } = disjoint(usage);
  if (inconsistent !== null) tell(state, record.ref, `usage does not add up: ${inconsistent}`, ['usage']);
  const instant = INSTANT.safeParse(at);
  state.others.push({
    kind: 'usage',
    ref: record.ref,
    thread: state.thread,
    total: false,
    usage: {
      model: state.modelByTurn.get(turn) ?? null,
      provider: providerOf(state),
      at: instant.success ? instant.data : null,
      tokens,
      serviceTier: null,
      reportedNanoUsd: null,
    },
  });
}

/**
 * What is left open at the end of the log. A thread that had not ended may have spent more. Codex notes the end of
 * every response, also of one that was cut; a note without a usage record is a response whose tokens nobody reported.
 */
export function settleUsage(state: SessionState): void {
  if (state.open > 0 || !state.others.some(({ kind }) => kind === 'turn')) {
    const message = `${state.file}: the thread had not ended when its log stopped`;
    state.problems.push({
      ref: null,
      message,
      affects: ['commands', 'reads', 'edits', 'messages', 'usage', 'delegation'],
    });
  }
  const unreported = state.tokenCounts - state.responses.size;
  if (unreported > 0) {
    const message = `${state.file}: ${unreported} response(s) ended without a record of their usage`;
    state.problems.push({ ref: null, message, affects: ['usage'] });
  }
}

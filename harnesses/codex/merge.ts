/** Puts the two records of the root thread together: standard output and the root's session log. */
import type { Affects, EvidenceProblem, MessageObservation } from '../../records/observation.ts';
import { type CommandDraft, type Findings, noFindings } from './drafts.ts';
import type { SessionState } from './session-state.ts';
import type { Stream } from './stream.ts';

/** Those of `seen` that `logged` lacks, each counted as often as it stands there. */
function lacking<T>(seen: readonly T[], logged: readonly T[], key: (one: T) => string): T[] {
  const left = new Map<string, number>();
  for (const one of logged) left.set(key(one), (left.get(key(one)) ?? 0) + 1);
  return seen.filter((one) => {
    const count = left.get(key(one)) ?? 0;
    if (count > 0) left.set(key(one), count - 1);
    return count === 0;
  });
}

function missingFromLog(command: CommandDraft): EvidenceProblem {
  return {
    ref: command.ref,
    message: 'the session log lacks this command, so what the model was shown is not known',
    affects: ['commands'],
  };
}

/**
 * The root's last message must be the one that its log calls the last: standard output alone cannot tell a remark
 * before a tool call from the answer. A log that knows no message says so in its turn.
 */
function lastMessageProblem(stream: Stream, log: SessionState): EvidenceProblem[] {
  const end = log.ends.at(-1);
  const affects: Affects[] = ['messages', 'terminal'];
  if (end === undefined) {
    const message = `${log.file}: the log does not say what the last message was`;
    return [{ ref: null, message, affects }];
  }
  const logged = end.lastMessage?.trim() ?? '';
  if (logged === '' || logged === stream.messages.at(-1)?.text.trim()) return [];
  const message = 'the last message on standard output is not the last message of the session log';
  return [{ ref: end.ref, message, affects }];
}

/** Messages of standard output, which tells no times, with those of the same messages in the log, in their order. */
function withTimes(seen: readonly MessageObservation[], logged: readonly MessageObservation[]): MessageObservation[] {
  let next = 0;
  return seen.map((one) => {
    const found = logged.findIndex(({ text }, index) => index >= next && text === one.text);
    if (found < 0) return one;
    next = found + 1;
    return { ...one, at: logged[found]?.at ?? null };
  });
}

/**
 * What both records show of the root thread. Commands, edits and delegates come from the log where it has them. Events
 * are counted where they were read.
 */
export function mergeRoot(stream: Stream | null, log: SessionState | null): Findings {
  if (stream === null) return log ?? noFindings();
  if (log === null) return stream;
  const commands = lacking(stream.commands, log.commands, ({ text }) => text);
  const edits = lacking(stream.edits, log.edits, ({ path, change }) => `${change} ${path}`);
  const delegates = lacking(stream.delegates, log.delegates, (one) => `${one.phase} ${one.delegate} ${one.result}`);
  return {
    commands: [...log.commands, ...commands],
    edits: [...log.edits, ...edits],
    reads: log.reads,
    messages: withTimes(stream.messages, log.messages),
    delegates: [...log.delegates, ...delegates],
    others: [...stream.others, ...log.others],
    problems: [
      ...stream.problems,
      ...log.problems,
      ...commands.filter(({ ended }) => ended).map(missingFromLog),
      ...lastMessageProblem(stream, log),
    ],
    eventTypes: log.eventTypes,
  };
}

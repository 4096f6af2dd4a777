/** The part of an append that directories and branches share: look at the end, decide, and say which files change. */
import { type AppendDecision, decideAppend, refusalOfRun } from '../../bench-results/append.ts';
import { badgeOf } from '../../bench-results/badge.ts';
import { link } from '../../bench-results/chain.ts';
import { findExecution, parseExecutions } from '../../bench-results/executions.ts';
import { type Extended, filesOfAppend, type LedgerFile } from '../../bench-results/files.ts';
import { statedCheckpoint } from '../../bench-results/layout.ts';
import { genesis } from '../../bench-results/receipt.ts';
import { verifyTail } from '../../bench-results/tail.ts';
import { executionsFile, type LedgerOrigin, SHARD_ROWS, shardFile, suiteFile } from '../../records/ledger.ts';
import { type Refusal, refusal } from '../../records/refusal.ts';
import { Row, RowBody, type SuiteRecord } from '../../records/row.ts';
import type { Receipt } from '../../records/scalars.ts';
import { parseStrictJson } from '../../records/strict-json.ts';
import type { AppendContext, AppendOutcome } from './ledger.ts';
import { unrecorded } from './outcomes.ts';
import { readmeOf } from './readme.ts';
import { bytesOf, isForeign, type Snapshot, shardsOf } from './snapshot.ts';

/** The file that holds the signature over the checkpoint, where there is one. */
const SIGNATURE = 'checkpoint.sig';

/** A decided append: the files to write, or an outcome that needs no writing. */
export type Attempt =
  | { readonly kind: 'write'; readonly row: Row; readonly files: readonly LedgerFile[]; readonly signed: boolean }
  | { readonly kind: 'done'; readonly outcome: AppendOutcome };

/**
 * What ends an append before the ledger is looked at: a refusal, or a row that does not fit its schema and would spoil
 * the ledger for ever. Null: go on.
 */
export function endedEarly(body: RowBody, context: AppendContext): AppendOutcome | null {
  const parsed = RowBody.safeParse(body);
  const issue = parsed.error?.issues[0];
  if (issue !== undefined) return malformed(`${issue.path.map(String).join('.')}: ${issue.message}`);
  if (context.suite.digest !== body.suite.digest || context.suite.tasks.length !== body.tasks.length) {
    return malformed('the suite record is not the one of its suite');
  }
  const early = refusalOfRun(body, context);
  return early === null ? null : { kind: 'refused', refusal: early };
}

function malformed(why: string): AppendOutcome {
  return unrecorded(
    'malformed_row',
    `The row cannot be recorded: ${why}.`,
    'This is a fault of Operant: please report it.',
  );
}

/** Decides an append onto a snapshot (null: the ledger does not exist). `origin` names a ledger that has to be begun. */
export async function attempt(
  snapshot: Snapshot | null,
  body: RowBody,
  context: AppendContext,
  origin: LedgerOrigin,
): Promise<Attempt> {
  const names = snapshot?.names ?? new Set<string>();
  if (snapshot !== null && isForeign(snapshot))
    return refused(refusal('chain_broken', 'There are files here, and they are no ledger.'));
  const read = async (name: string) => (snapshot === null ? null : bytesOf(snapshot, name));
  const shards = shardsOf(names);
  const shard = await read(shards.at(-1) ?? '');
  const checkpoint = await read('checkpoint');
  const anchors = { checkpoint: context.seen ?? null };
  const verified = verifyTail({ shards, head: await read('HEAD.json'), checkpoint, shard }, anchors);
  const lines = parseExecutions(textOf(await read(executionsFile(body.executionDigest))));
  if (verified.ok && lines === null) {
    const name = executionsFile(body.executionDigest);
    return refused(refusal('chain_broken', `The ledger does not verify: ${name} is no index of executions.`));
  }
  const stated = statedCheckpoint(checkpoint);
  const known = stated === null || stated === 'unreadable' ? origin : stated.origin;
  const seq = verified.ok && lines !== null ? findExecution(lines, body.executionDigest) : null;
  const recorded = seq === null ? null : rowAt(await read(shardFile(seq)), seq);
  if (seq !== null && recorded?.executionDigest !== body.executionDigest) {
    return refused(refusal('chain_broken', `The index says that row ${seq} holds this execution, and it does not.`));
  }
  const next = verified.ok && verified.head !== null ? verified.head : genesis(known);
  const last = verified.ok && verified.count > 0 ? rowAt(shard, verified.count - 1) : null;
  const decision = decideAppend(body, context, { verified, next, last, recorded }, anchors);
  if (decision.kind !== 'append') return done(decision, verified.ok ? verified : { count: 0, head: null });
  const row = link(body, decision.seq, decision.previous);
  const page = missingPage(context, names);
  const end = { origin: known, shard: textOf(shard), suite: context.suite };
  const extended = {
    ...end,
    executions: lines ?? [],
    hasSuite: names.has(suiteFile(body.suite.digest)),
    badge: await badgeWithPicture(row, context.suite),
    readme: readmeOf(row, { ...end, hasDashboard: page.length > 0 || names.has('index.html') }),
  };
  const files = [...page, ...filesOfAppend(row, context.suite, extended)];
  const signature = await signatureOf(files, context);
  if (signature === null && !names.has(SIGNATURE)) return { kind: 'write', row, files, signed: false };
  // An older signature is over an older checkpoint: it goes when there is no new one.
  return { kind: 'write', row, files: [...files, { path: SIGNATURE, text: signature }], signed: signature !== null };
}

/** The library that draws badges is loaded only where a row is written. */
async function badgeWithPicture(row: Row, suite: SuiteRecord): Promise<Extended['badge']> {
  const endpoint = badgeOf(row, suite);
  if (endpoint === null) return null;
  const { badgeSvg } = await import('../../render/badge-svg.ts');
  return { endpoint, picture: badgeSvg(endpoint) };
}

/** The dashboard's files when one of them is not there: none yet, or those of another version. */
function missingPage({ page = [] }: AppendContext, names: ReadonlySet<string>): readonly LedgerFile[] {
  return page.every(({ path }) => names.has(path)) ? [] : page;
}

/** The signature over the new checkpoint; null without a signer, or when it fails: a row is worth more than its seal. */
async function signatureOf(files: readonly LedgerFile[], context: AppendContext): Promise<string | null> {
  const text = files.find(({ path }) => path === 'checkpoint')?.text ?? '';
  return (await context.sign?.(text).catch(() => null)) ?? null;
}

function done(
  decision: Exclude<AppendDecision, { kind: 'append' }>,
  end: { readonly count: number; readonly head: Receipt | null },
): Attempt {
  if (decision.kind === 'refused') return refused(decision.refusal);
  const head = end.head ?? decision.row.receipt;
  return { kind: 'done', outcome: { kind: 'already_recorded', row: decision.row, count: end.count, head } };
}

function refused(value: Refusal): Attempt {
  return { kind: 'done', outcome: { kind: 'refused', refusal: value } };
}

/** A row of a shard; null when the shard does not hold it. */
function rowAt(shard: Uint8Array | null, seq: number): Row | null {
  const line = textOf(shard).split('\n')[seq % SHARD_ROWS];
  const json = line === undefined ? null : parseStrictJson(line, { maxBytes: line.length * 4 });
  const row = json?.ok === true ? Row.safeParse(json.value) : null;
  return row?.success === true && row.data.seq === seq ? row.data : null;
}

function textOf(bytes: Uint8Array | null): string {
  return bytes === null ? '' : new TextDecoder().decode(bytes);
}

/** `trace`: decodes one native stream, or the records of one trial folder, without judging anything. */
import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { DecodedStream } from '../records/decoded-stream.ts';
import { UsageError } from '../records/errors.ts';
import { ExitFacts, ExitRecord, type Harness, type NativeFile, type Terminal } from '../records/harness.ts';
import { TrialPlan } from '../records/trial.ts';
import { delegateLives } from '../scorers/delegates.ts';
import type { Context } from './context.ts';
import { fingerprintOf } from './event-fingerprint.ts';
import { readDocument } from './files.ts';
import { chooseHarness } from './harness-choice.ts';
import { nativeFileAt, nativeFilesOf, walk } from './native-files.ts';

/** What to decode. */
export interface DecodeRequest {
  /** Harness id; null to take the one that a trial folder names. */
  readonly harness: string | null;
  /** A file with what the CLI wrote to standard output, or a trial folder. */
  readonly stream: string;
  /** Folder with the CLI's own session logs (its home, or the folder of the logs), or null. */
  readonly session: string | null;
  /** File with what the CLI wrote to standard error, or null. */
  readonly stderr: string | null;
  readonly exitCode: number | null;
  readonly signal: string | null;
}

interface Source {
  readonly harness: Harness;
  readonly files: readonly NativeFile[];
  readonly exit: ExitFacts;
  readonly exitSource: DecodedStream['exitSource'];
}

/** Decodes it. What cannot be read in a line is a problem of the trace; only a missing file is an error. */
export async function decodeStream(context: Context, request: DecodeRequest): Promise<DecodedStream> {
  const path = resolve(context.cwd, request.stream);
  if (!existsSync(path)) throw new UsageError(`No such file or folder: ${request.stream}`, 'Name a stream or a trial.');
  const isFolder = statSync(path).isDirectory();
  const source = isFolder ? await ofTrial(context, request, path) : await ofStream(context, request, path);
  const { harness, exit } = source;
  const trace = harness.decode(source.files);
  const served = trace.observations.flatMap((one) => (one.kind === 'model' && one.role === 'served' ? [one.id] : []));
  return {
    schema: 'operant.decoded-stream/v1',
    harness: harness.id,
    exit,
    exitSource: source.exitSource,
    terminal: endOf(harness.terminal(trace, exit)),
    usage: harness.usage(trace),
    modelsServed: [...new Set(served)].sort(),
    delegates: [...delegateLives(trace.observations)],
    events: fingerprintOf(harness.id, trace),
    trace,
  };
}

function endOf(terminal: Terminal): DecodedStream['terminal'] {
  const { state, finalText } = terminal;
  if (state === 'success') return { state, cause: null, detail: null, finalText };
  return { state, cause: terminal.cause, detail: terminal.detail, finalText };
}

async function ofTrial(context: Context, request: DecodeRequest, folder: string): Promise<Source> {
  if (!existsSync(join(folder, 'trial.json')))
    throw new UsageError(
      `${request.stream} is a folder and no trial: it has no trial.json`,
      'Name the file of the stream, with its session logs by --session, or one folder below trials/.',
    );
  if (request.session !== null || request.stderr !== null)
    throw new UsageError('A trial folder brings its own records', 'Leave out --session and --stderr.');
  const plan = readDocument(join(folder, 'trial.json'), TrialPlan, 'a trial plan');
  const harness = await chooseHarness(context, request.harness ?? plan.agent.harness);
  const told = givenExit(request);
  if (told !== null) return { harness, files: nativeFilesOf(folder), exit: told, exitSource: 'given' };
  const { wallMs: _, ...exit } = readDocument(join(folder, 'exit.json'), ExitRecord, 'exit facts');
  return { harness, files: nativeFilesOf(folder), exit, exitSource: 'recorded' };
}

async function ofStream(context: Context, request: DecodeRequest, path: string): Promise<Source> {
  if (request.harness === null)
    throw new UsageError('A stream does not say which CLI wrote it', 'Name the harness with --harness.');
  const harness = await chooseHarness(context, request.harness);
  const files = [nativeFileAt(path, 'stdout.raw')];
  if (request.stderr !== null) files.push(nativeFileAt(named(context, request.stderr), 'stderr.raw'));
  if (request.session !== null) files.push(...sessionFiles(harness, named(context, request.session), request.session));
  const told = givenExit(request);
  return { harness, files, exit: told ?? NO_EXIT, exitSource: told === null ? 'assumed' : 'given' };
}

function named(context: Context, given: string): string {
  const path = resolve(context.cwd, given);
  if (!existsSync(path)) throw new UsageError(`No such file or folder: ${given}`, 'See operant trace --help.');
  return path;
}

/** The logs where a trial would have kept them: below a CLI's home, or below the very folder of the logs. */
function sessionFiles(harness: Harness, root: string, given: string): readonly NativeFile[] {
  const files = harness.collect.flatMap(({ under, suffix, into }) => {
    const folders = [join(root, under), root].filter((folder) => existsSync(folder));
    const folder = folders[0] ?? root;
    return walk(folder)
      .filter((path) => path.endsWith(suffix))
      .map((path) => nativeFileAt(join(folder, path), `native/${into}/${path}`));
  });
  if (files.length > 0) return files;
  const wanted = harness.collect.map(({ under, suffix }) => `*${suffix} (at home in ${basename(under)}/)`);
  throw new UsageError(
    `${given} holds no session log of ${harness.id}`,
    wanted.length === 0 ? `${harness.id} keeps none: leave out --session.` : `Expected ${wanted.join(' or ')}.`,
  );
}

const NO_EXIT: ExitFacts = {
  exitCode: 0,
  signal: null,
  timedOut: false,
  overflow: false,
  interrupted: false,
  spawnError: null,
};

function givenExit({ exitCode, signal }: DecodeRequest): ExitFacts | null {
  if (exitCode === null && signal === null) return null;
  return ExitFacts.parse({ ...NO_EXIT, exitCode: signal === null ? exitCode : null, signal });
}

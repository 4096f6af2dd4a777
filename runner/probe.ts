/** Runs the probes of a workflow trial, after every process of it is gone. Brings back facts; judges nothing. */
import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseStrictJson } from '../records/strict-json.ts';
import type { Grader, PlainJson, ProbeFacts, WorkflowCase } from '../records/workflow.ts';
import { privateFolder, writeJson } from './files.ts';
import { type Containment, containment } from './probe-cell.ts';
import { copyReadOnly, deliverableBytes, keepDeliverables, writeBytes } from './probe-files.ts';
import { converse, type ProbeEnd } from './probe-process.ts';
import { CALLS_PROGRAM, TYPES_PROGRAM } from './probe-programs.ts';
import { removeTree, writeFiles } from './workspace.ts';

/** What the probes of one trial need. */
export interface ProbeRequest {
  readonly task: Pick<WorkflowCase, 'outcome' | 'probe' | 'files'>;
  /** The folder that the agent worked in. */
  readonly workspace: string;
  /** Where facts and copies go: `outcome/` of the trial. */
  readonly outDir: string;
  /** Random hex digits. */
  readonly random: (digits: number) => string;
  readonly interrupt?: AbortSignal;
  /** For the compiler: the user's project; Operant's own is asked after it. */
  readonly projectDir?: string;
  /** Milliseconds for one candidate; 10 s when absent. */
  readonly deadlineMs?: number;
  /** What keeps candidates apart; absent: what this machine can do. */
  readonly apart?: Containment;
}

const DEADLINE_MS = 10_000;
/** The compiler runs no candidate code; on a busy machine it may take its time. */
const COMPILING_MS = 90_000;
const CAP = 4 * 1024 * 1024;
const MEMORY_FLAG = '--max-old-space-size=512';

type Probed = Extract<Grader, { kind: 'calls' | 'types' | 'program' }>;
type Found = Pick<ProbeFacts, 'state' | 'detail' | 'answers'> & { readonly node: boolean };

/** One probe with the private folder that it runs in. */
interface Cell {
  readonly request: ProbeRequest;
  readonly root: string;
  readonly nonce: string;
  readonly apart: Containment;
}

/** Keeps the files that graders name under `files/`, and writes the facts of each probe as `<check id>.json`. */
export async function runProbes(request: ProbeRequest): Promise<void> {
  privateFolder(request.outDir);
  keepDeliverables(request.workspace, request.outDir, pathsOf(request.task.outcome));
  for (const grader of request.task.outcome) {
    if (grader.kind !== 'calls' && grader.kind !== 'types' && grader.kind !== 'program') continue;
    writeJson(join(request.outDir, `${grader.id}.json`), await probed(request, grader));
  }
}

/** The files that the graders of a case name, each once. */
function pathsOf(graders: readonly Grader[]): string[] {
  return [...new Set(graders.flatMap((grader) => ('path' in grader ? [grader.path] : [])))];
}

async function probed(request: ProbeRequest, grader: Probed): Promise<ProbeFacts> {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'operant-probe-'));
  const apart = request.apart ?? (await containment());
  try {
    const { node, ...found } = await probeOf({ request, root, nonce: request.random(32), apart }, grader);
    const contained = [...apart.words, ...(node ? apart.nodeWords : [])];
    return { schema: 'operant.probe-facts/v1', check: grader.id, ...found, contained };
  } finally {
    await removeTree(root);
  }
}

function probeOf(cell: Cell, grader: Probed): Promise<Found> {
  if (grader.kind === 'program') return program(cell, grader);
  const bytes = deliverableBytes(cell.request.workspace, grader.path);
  if (bytes === null) return Promise.resolve(notRun(`there is no file ${grader.path} that could be probed`));
  return grader.kind === 'calls' ? calls(cell, grader, bytes) : types(cell, grader, bytes);
}

function notRun(detail: string): Found {
  return { state: 'not_run', detail, answers: [], node: false };
}

/** One call at a time: what must come back never is in the candidate's process. */
async function calls(cell: Cell, grader: Extract<Grader, { kind: 'calls' }>, bytes: Uint8Array): Promise<Found> {
  const module = placed(join(cell.root, 'work'), grader.path, bytes, cell.request.task.files);
  writeFiles(cell.root, { 'probe.mjs': CALLS_PROGRAM });
  const answers: PlainJson[] = [];
  let ready = false;
  let missing: string | null = null;
  const ask = () => {
    const next = grader.calls[answers.length];
    return next === undefined ? null : JSON.stringify({ args: next.args });
  };
  const end = await talk(cell, [cell.root], { module: pathToFileURL(module).href, name: grader.name }, (fact) => {
    if (ready) {
      answers.push(fact);
      return ask();
    }
    missing = missingOf(fact);
    ready = missing === null;
    return ready ? ask() : null;
  });
  if (end.state === 'not_started') return notRun(end.detail);
  if (missing !== null) {
    const detail = `it exports no function ${grader.name} (${missing})`;
    return { state: 'no_answer', detail, answers: [], node: true };
  }
  const whole = answers.length === grader.calls.length;
  return { state: whole ? 'answered' : 'no_answer', detail: end.detail, answers, node: true };
}

function missingOf(fact: PlainJson): string | null {
  if (typeof fact !== 'object' || fact === null || !('missing' in fact)) return null;
  return String(fact['missing']);
}

/** Each caller is compiled with the candidate's file in a folder of their own. */
async function types(cell: Cell, grader: Extract<Grader, { kind: 'types' }>, bytes: Uint8Array): Promise<Found> {
  const typescript = compilerOf(cell.request.projectDir);
  if (typescript === null) return notRun('there is no TypeScript; add it to your project: npm install -D typescript');
  const callers = Object.entries({ ...grader.good, ...grader.bad });
  const cells = callers.map(([caller, text], index) => {
    const root = join(cell.root, `c${index}`);
    placed(root, grader.path, bytes, {});
    writeFiles(root, { [caller]: text });
    return { root, caller };
  });
  writeFiles(cell.root, { 'probe.mjs': TYPES_PROGRAM });
  const answers: PlainJson[] = [];
  let ready = false;
  const asked = { typescript, path: grader.path, cells };
  const end = await talk(cell, [cell.root, dirname(dirname(typescript))], asked, (fact) => {
    if (ready) answers.push(fact);
    ready = true;
    return answers.length > callers.length ? null : '';
  });
  if (end.state === 'not_started') return notRun(end.detail);
  if (!ready)
    return notRun(`the compiler ${typescript} could not be loaded (${end.detail}); add typescript 5 to your project`);
  const whole = answers.length > callers.length;
  return { state: whole ? 'answered' : 'no_answer', detail: end.detail, answers, node: true };
}

/** Where the TypeScript package begins: in the user's project, else in Operant's own; never in the workspace. */
function compilerOf(projectDir: string | undefined): string | null {
  for (const from of [...(projectDir === undefined ? [] : [join(projectDir, 'package.json')]), import.meta.url]) {
    try {
      return realpathSync(createRequire(from).resolve('typescript'));
    } catch {
      // The next place is asked.
    }
  }
  return null;
}

/** A program of the case's own, beside a copy of the workspace that cannot be written to. */
async function program(cell: Cell, grader: Extract<Grader, { kind: 'program' }>): Promise<Found> {
  const folders = { probe: join(cell.root, 'probe'), workspace: join(cell.root, 'workspace') };
  mkdirSync(folders.probe);
  writeFiles(folders.probe, cell.request.task.probe);
  const uncopied = copyReadOnly(cell.request.workspace, folders.workspace);
  if (uncopied !== null) return notRun(uncopied);
  const [first, ...rest] = grader.argv.map((part) =>
    part.replaceAll('{probe}', () => folders.probe).replaceAll('{workspace}', () => folders.workspace),
  );
  const argv = [first === 'node' || first === undefined ? process.execPath : first, ...rest];
  const answers: PlainJson[] = [];
  const end = await spoken(cell, argv, {}, (fact) => {
    answers.push(fact);
    return null;
  });
  if (end.state === 'not_started') return notRun(end.detail);
  return { state: answers.length > 0 ? 'answered' : 'no_answer', detail: end.detail, answers, node: false };
}

/** Writes the candidate's file where it lay, with the package file as it was given: it says what a `.js` file is. */
function placed(root: string, path: string, bytes: Uint8Array, given: Readonly<Record<string, string>>): string {
  const packageFile = given['package.json'];
  if (packageFile !== undefined && path !== 'package.json') writeFiles(root, { 'package.json': packageFile });
  return writeBytes(root, path, bytes);
}

type OnFact = (fact: PlainJson) => string | null;

function talk(cell: Cell, reads: readonly string[], asked: Readonly<Record<string, unknown>>, onFact: OnFact) {
  const flags = [MEMORY_FLAG, '--no-warnings', ...cell.apart.nodeFlags(reads)];
  return spoken(cell, [process.execPath, ...flags, join(cell.root, 'probe.mjs')], asked, onFact);
}

/** Lines without the nonce are no answers, and neither is what is not JSON. */
function spoken(
  { request, root, nonce, apart }: Cell,
  argv: readonly string[],
  asked: Readonly<Record<string, unknown>>,
  onFact: OnFact,
): Promise<ProbeEnd> {
  const usual = 'typescript' in asked ? COMPILING_MS : DEADLINE_MS;
  const run = {
    argv: apart.wrap(argv),
    cwd: root,
    deadlineMs: request.deadlineMs ?? usual,
    cap: CAP,
    interrupt: request.interrupt ?? new AbortController().signal,
  };
  return converse(run, JSON.stringify({ nonce, ...asked }), (line) => {
    if (!line.startsWith(`${nonce} `)) return '';
    const json = parseStrictJson(line.slice(nonce.length + 1), { maxBytes: CAP, floats: true });
    return json.ok ? onFact(json.value) : '';
  });
}

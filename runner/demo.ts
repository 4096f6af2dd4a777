/** The demo: the whole loop on embedded agents, without a key and without a network. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { UsageError } from '../records/errors.ts';
import type { VerifyResult } from '../records/ledger.ts';
import type { Recording, Report } from '../records/report.ts';
import { CARD_MAX_CHARS, cardMarkdown } from '../render/card-markdown.ts';
import { reportHtml } from '../render/report-html.ts';
import type { Context } from './context.ts';
import { writable } from './files.ts';
import { openLedger } from './ledger/open.ts';
import { LIMITS_URL } from './links.ts';
import { executeRun } from './pipeline.ts';
import { runTool } from './process.ts';
import { plainHarness } from './qualify.ts';

/** The embedded agents of the demo: file, name on the card, and what they stand for. */
export const DEMO_AGENTS = [
  { file: 'agent-heuristic.mjs', name: 'heuristic', says: 'a rule-based stand-in that reads the facts' },
  { file: 'agent-liar.mjs', name: 'liar', says: 'the same answers, but it calls the guarded commands all the same' },
  { file: 'agent-flaky.mjs', name: 'flaky', says: 'a weaker stand-in that crashes on some cases' },
] as const;

export interface DemoResult {
  readonly out: string;
  readonly ledger: string;
  readonly reports: readonly Report[];
  readonly recordings: readonly Recording[];
  readonly runDirs: readonly string[];
  readonly verified: VerifyResult;
}

/** Runs the demo under a folder; `started` tells the shell which agent comes next, `finished` hands over its card. */
export async function demo(
  context: Context,
  out: string,
  started: (name: string, says: string) => void,
  finished: (report: Report, recording: Recording, runDir: string | null) => void,
): Promise<DemoResult> {
  const root = resolve(context.cwd, out);
  writable(out, 'Name a folder of yours with --out.', () => mkdirSync(root, { recursive: true }));
  const spec = await scratchLedger(context, root);
  const reports: Report[] = [];
  const recordings: Recording[] = [];
  const runDirs: string[] = [];
  for (const agent of DEMO_AGENTS) {
    if (context.interrupt.aborted) break;
    started(agent.name, agent.says);
    const outcome = await executeRun(context, requestFor(context, agent, spec, join(root, 'runs')));
    reports.push(...outcome.reports);
    recordings.push(...outcome.recordings);
    if (outcome.runDir !== null) runDirs.push(outcome.runDir);
    for (const [index, report] of outcome.reports.entries())
      finished(report, outcome.recordings[index] ?? { state: 'none' }, outcome.runDir);
  }
  const reproduce = 'operant demo';
  writeFileSync(
    join(root, 'card.md'),
    cardMarkdown(reports, recordings, { limitsUrl: LIMITS_URL, reproduce, maxChars: CARD_MAX_CHARS, linkBase: null }),
  );
  writeFileSync(
    join(root, 'report.html'),
    reportHtml(reports, recordings, { limitsUrl: LIMITS_URL, reproduce, linkBase: null }),
  );
  const ledger = openLedger(spec, { env: context.env });
  return { out: root, ledger: spec, reports, recordings, runDirs, verified: await ledger.verify(anchorOf(recordings)) };
}

/** The end of the ledger as the last card printed it. */
function anchorOf(recordings: readonly Recording[]) {
  const last = recordings.at(-1);
  return last?.state === 'recorded' ? { expectCount: last.count } : {};
}

async function scratchLedger(context: Context, root: string): Promise<string> {
  const path = join(root, 'results.git');
  if (!existsSync(path)) {
    const made = await runTool(['git', 'init', '--quiet', '--bare', path], 10_000, {
      PATH: context.env['PATH'] ?? '/usr/bin:/bin',
      HOME: root,
    });
    if (made.code !== 0)
      throw new UsageError(
        `Cannot make the scratch repository ${path}: ${made.stderr.trim() || 'git did not run'}`,
        'The demo needs git.',
      );
  }
  return `git:${path}#bench-results`;
}

function requestFor(context: Context, agent: (typeof DEMO_AGENTS)[number], append: string, out: string) {
  return {
    suite: 'decision-core',
    harness: plainHarness(context).id,
    agentName: agent.name,
    package: null,
    invocation: null,
    model: null,
    lane: 'local',
    conditions: ['explicit'],
    caseGlob: null,
    attempts: null,
    timeoutMs: 30_000,
    thresholds: null,
    budgetNanoUsd: null,
    yes: false,
    concurrency: Math.min(8, cpus().length * 2),
    shard: null,
    resume: null,
    endpoint: null,
    environment: [],
    useLogin: false,
    unqualified: false,
    append,
    out,
    dryRun: false,
    program: [process.execPath, join(context.dataDir, 'fixtures', 'bin', agent.file)],
  } satisfies Parameters<typeof executeRun>[1];
}

/** Captures every scenario of one pinned CLI against our scripted model, and says how each run ended. */
import { join } from 'node:path';
import type { Harness } from '../../records/harness.ts';
import type { CodexRun as ScriptedRun } from '../../tests/real/setup/codex-run.ts';
import { realCli } from '../real-clis.ts';
import type { Replacements } from './redact.ts';
import { writeCapture } from './write.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures', 'harnesses');

/** What differs from CLI to CLI. */
export interface CaptureJob<Scenario extends { readonly what: string }> {
  readonly harness: Harness;
  /** Its name in the README of a capture. */
  readonly title: string;
  readonly scenarios: Readonly<Record<string, Scenario>>;
  readonly modelOf: (wanted: Scenario) => string;
  readonly run: (harness: Harness, bin: string, name: string, wanted: Scenario) => Promise<ScriptedRun>;
  /** The folder in which it is installed, told from its program. */
  readonly installedIn: (program: string) => string;
  readonly redactLine: (line: string, replacements: Replacements) => string;
}

function tell(name: string, { terminal, usage, trace }: ScriptedRun): void {
  const said = terminal.state === 'success' ? 'success' : `${terminal.cause}: ${terminal.detail}`;
  process.stdout.write(`${name}: ${said}; usage ${usage.coverage}, ${usage.requests.length} requests\n`);
  for (const { message } of trace.problems) process.stdout.write(`  ${message}\n`);
}

/** Captures the named scenarios, or all of them where none is named. Throws when the CLI cannot be run. */
export async function capture<Scenario extends { readonly what: string }>(
  job: CaptureJob<Scenario>,
  names: readonly string[],
): Promise<void> {
  const { id } = job.harness;
  const cli = realCli(id);
  if ('notRun' in cli) throw new Error(`${id}: not run: ${cli.notRun}`);
  const { version, bin, program } = cli;
  const harness = { id, title: job.title, version, bin, installed: job.installedIn(program) };
  for (const [name, wanted] of Object.entries(job.scenarios)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const run = await job.run(job.harness, bin, `capture-${id}-${name}`, wanted);
    writeCapture({
      run,
      folder: join(FIXTURES, id, name),
      name,
      wanted: { what: wanted.what, model: job.modelOf(wanted) },
      harness,
      redactLine: job.redactLine,
    });
    tell(name, run);
  }
}

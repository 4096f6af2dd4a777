/** What this machine can do: runtime, git, the harnesses' programs and logins, the isolation it can give. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Context } from './context.ts';
import { runtimeName } from './context.ts';
import { candidatePath, probe } from './harness-choice.ts';
import { loadPricing } from './pricing.ts';
import { runTool } from './process.ts';
import { processesWith } from './strays.ts';
import { shippedSuites } from './suites.ts';

/** One finding: what was looked at, what was found, and what to do when it is missing (null: nothing). */
export interface Finding {
  readonly subject: string;
  readonly state: 'ready' | 'missing' | 'note';
  readonly found: string;
  readonly next: string | null;
}

/** Looks at the machine. Nothing is changed and no model is called. */
export async function doctor(context: Context): Promise<readonly Finding[]> {
  return [
    { subject: 'Node', state: 'ready', found: runtimeName(), next: null },
    await tool(context, 'git', ['git', '--version'], 'Needed for a ledger on a branch; install git.'),
    await tool(context, 'mkfifo', ['mkfifo', '--version'], 'Needed for guarded commands; it comes with the system.'),
    endings(),
    ...(await harnesses(context)),
    {
      subject: 'isolation',
      state: 'note',
      found: 'none: a trial runs as you, on this machine',
      next: 'Use a container or an account of its own for agents you do not trust.',
    },
    { subject: 'suites', state: 'ready', found: shippedSuites(context).join(', '), next: null },
    { subject: 'prices', state: 'ready', found: loadPricing(context.dataDir).source, next: null },
  ];
}

async function tool(context: Context, subject: string, argv: readonly string[], next: string): Promise<Finding> {
  const ran = await runTool(argv, 5000, { PATH: candidatePath(context) });
  const found = ran.stdout.split('\n')[0] ?? '';
  // Some tools know no --version and say so with another code; they are there all the same.
  return ran.code !== null
    ? { subject, state: 'ready', found: ran.code === 0 ? found : 'found', next: null }
    : { subject, state: 'missing', found: 'not found', next };
}

function endings(): Finding {
  const can = processesWith('operant-doctor-probe') !== null;
  const found = can
    ? 'stray processes of a trial can be found and ended'
    : 'stray processes cannot be found on this system';
  return {
    subject: 'processes',
    state: can ? 'ready' : 'note',
    found,
    next: can ? null : 'Checks that need their end are unobservable here.',
  };
}

async function harnesses(context: Context): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const harness of context.harnesses.values()) {
    const found = await probe(context, harness);
    const subject = `harness ${harness.id}`;
    if (!found.found) findings.push({ subject, state: 'missing', found: 'not found', next: harness.probe.install });
    else
      findings.push({
        subject,
        state: 'ready',
        found: `${found.version ?? harness.title}; ${loginText(context, harness.login)}`,
        next: null,
      });
  }
  return findings;
}

function loginText(context: Context, login: { keyVariables: readonly string[]; ownHomeFile: string | null }): string {
  if (login.keyVariables.length === 0) return 'needs no login';
  const key = login.keyVariables.find((name) => (context.env[name] ?? '') !== '');
  const own = login.ownHomeFile !== null && existsSync(join(homedir(), login.ownHomeFile));
  const ways = [
    key === undefined ? null : `key in ${key}`,
    own ? 'logged in on this machine (--use-login)' : null,
  ].filter((way) => way !== null);
  return ways.length === 0 ? `no login: set ${login.keyVariables.join(' or ')}` : ways.join(', ');
}

/** The report of an internal fault: what is needed to find the bug, and no secret. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Context, instant } from '../runner/context.ts';

/** Names of variables whose values must never be written. */
const SECRET_NAME = /key|token|secret|password|credential|auth/i;

/** Text without the values of variables that may hold a secret. */
export function withoutSecrets(text: string, env: Context['env']): string {
  let clean = text;
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && value.length >= 6 && SECRET_NAME.test(name))
      clean = clean.replaceAll(value, `[${name}]`);
  }
  return clean;
}

/** Writes the report to a private temporary folder and returns its path, or null when that fails too. */
export function writeFault(error: unknown, context: Context): string | null {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const lines = [
    `operant ${context.version}`,
    `node ${process.versions.node} on ${process.platform} ${process.arch}`,
    `at ${instant(context.now())}`,
    `command ${process.argv[2] ?? ''}`,
    '',
    withoutSecrets(stack, context.env),
    '',
  ];
  try {
    const path = join(mkdtempSync(join(tmpdir(), 'operant-fault-')), 'fault.txt');
    writeFileSync(path, lines.join('\n'), { mode: 0o600 });
    return path;
  } catch {
    return null;
  }
}

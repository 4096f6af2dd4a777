/** The report of an internal fault: what is needed to find the bug, and no secret. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Context, instant } from '../runner/context.ts';

/** Names of variables whose values must never be written. */
const SECRET_NAME = /key|token|secret|pass|credential|auth|cookie|dsn|private|_pat$/i;

/** Text without the values of variables that may hold a secret, and without the logins of addresses. */
export function withoutSecrets(text: string, env: Context['env']): string {
  const secrets = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && value.length >= 6 && SECRET_NAME.test(name) ? [{ name, value }] : [],
  );
  // Longest first: a secret may begin with another one.
  secrets.sort((a, b) => b.value.length - a.value.length);
  const clean = secrets.reduce((left, { name, value }) => left.replaceAll(value, `[${name}]`), text);
  return clean.replaceAll(/(?<=:\/\/)[^\s/@]+@/g, '[login]@');
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

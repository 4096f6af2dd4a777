/** The program of a plain command, as it can be started from another folder. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { UsageError } from '../records/errors.ts';

/** Programs whose first plain argument is a script. */
const INTERPRETER = /(^|\/)(node|deno|bun|tsx|python[\d.]*|ruby|perl|php|sh|bash|zsh)$/;

/**
 * The program and its arguments with the paths that are relative to `cwd` made absolute: a trial starts in its own
 * workspace. These are the program itself and the script of an interpreter; other arguments stay as they are.
 * Throws a UsageError when the program cannot be started.
 */
export function programFrom(program: readonly string[], cwd: string, path: string): string[] {
  const [name, ...rest] = program;
  if (name === undefined) return [];
  const found = name.includes('/') ? resolve(cwd, name) : onPath(name, path);
  const why = found === null ? 'it is not on PATH' : problemWith(found);
  if (why !== null) {
    throw new UsageError(`Cannot start ${name}: ${why}`, 'Name a program on PATH, or give its path, after --.');
  }
  const script = INTERPRETER.test(name) ? rest.findIndex((argument) => !argument.startsWith('-')) : -1;
  const absolute = rest.map((argument, index) =>
    index === script && isFile(resolve(cwd, argument)) ? resolve(cwd, argument) : argument,
  );
  return [name.includes('/') ? resolve(cwd, name) : name, ...absolute];
}

function onPath(name: string, path: string): string | null {
  const candidates = path.split(delimiter).map((folder) => join(folder, name));
  return candidates.find((candidate) => problemWith(candidate) === null) ?? null;
}

function problemWith(path: string): string | null {
  try {
    if (!statSync(path).isFile()) return 'it is not a file';
  } catch {
    return 'there is no such file';
  }
  try {
    accessSync(path, constants.X_OK);
    return null;
  } catch {
    return 'it is not executable';
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Errors for people. Expected "no" answers are refusals (values), not errors. */
import { visible } from './visible.ts';

/** A problem in a file that a person wrote, with its place. */
export interface Problem {
  /** The file as the person named it. */
  readonly file: string;
  /** 1-based line, or null when the problem has no place. */
  readonly line: number | null;
  /** 1-based column, or null. */
  readonly column: number | null;
  /** What is wrong: expected against found, and the nearest known word where there is one. */
  readonly message: string;
}

/** `file:line:column: message`, leaving out what is not known; characters that steer a terminal are spelled out. */
export function formatProblem(problem: Problem): string {
  const place = [problem.file, problem.line, problem.column].filter((part) => part !== null).join(':');
  return visible(`${place}: ${problem.message}`);
}

/** The person asked for something that cannot be done as asked: exit 64. `next` says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly next: string | null;
  readonly problems: readonly Problem[];
  constructor(message: string, next: string | null = null, problems: readonly Problem[] = []) {
    super(message);
    this.next = next;
    this.problems = problems;
  }
}

/** Evidence or a ledger cannot be read or does not verify: exit 2, never a verdict and never an empty history. */
export class EvidenceError extends Error {
  override readonly name = 'EvidenceError';
  readonly code: string;
  readonly next: string | null;
  constructor(code: string, message: string, next: string | null = null) {
    super(message);
    this.code = code;
    this.next = next;
  }
}

/** What the checkers of tools/ report, and how they print it. */

/** One broken rule at one place. */
export interface Finding {
  /** Path from the root, with forward slashes. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
  /** The name of the rule, as the allow-list and the tests use it. */
  readonly rule: string;
  readonly expected: string;
  readonly found: string;
}

/** `file:line:column: rule: expected …, found …` */
export function formatFinding({ file, line, column, rule, expected, found }: Finding): string {
  return `${file}:${line}:${column}: ${rule}: expected ${expected}, found ${found}`;
}

/** By file, then by place. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort(
    (a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || a.column - b.column,
  );
}

/** 1-based line and column of an offset in a text. */
export function placeAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - start + 1 };
}

/** Prints the findings and how many there are; returns the exit code: 1 when there is one. */
export function reportFindings(name: string, findings: readonly Finding[]): number {
  for (const finding of sortFindings(findings)) console.log(formatFinding(finding));
  console.log(findings.length === 0 ? `${name}: nothing found` : `${name}: ${findings.length} found`);
  return findings.length === 0 ? 0 : 1;
}

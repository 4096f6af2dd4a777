/**
 * The allow-list of check-terms: tools/terms-allow.txt, one `rule | where | what | reason` a line. `where` is a path,
 * a folder followed by `/**`, or `*`; `what` is exactly what the checker found. An allowance that allows nothing is
 * itself a finding, so that the list never grows old.
 */
import type { Finding } from '../finding.ts';

/** One line of the list. */
export interface Allowance {
  readonly line: number;
  readonly rule: string;
  readonly where: string;
  readonly what: string;
}

/** Where the list stands. It quotes what it allows, so it is not checked itself. */
export const ALLOW_LIST = 'tools/terms-allow.txt';

/** Reads the list. Throws an Error that names the line when one is not `rule | where | what | reason`. */
export function parseAllowances(text: string): readonly Allowance[] {
  return text.split('\n').flatMap((raw, index) => {
    if (raw.trim() === '' || raw.startsWith('#')) return [];
    const [rule, where, what, reason, ...rest] = raw.split('|').map((part) => part.trim());
    if (!rule || !where || !what || !reason || rest.length > 0) {
      throw new Error(`${ALLOW_LIST}:${index + 1}: expected "rule | where | what | reason", found "${raw}"`);
    }
    return [{ line: index + 1, rule, where, what }];
  });
}

/** The findings that no allowance covers, and one finding for each allowance that covers none. */
export function withoutAllowed(findings: readonly Finding[], allowances: readonly Allowance[]): readonly Finding[] {
  const remaining = findings.filter((finding) => !allowances.some((allowance) => covers(allowance, finding)));
  const idle = allowances.filter((allowance) => !findings.some((finding) => covers(allowance, finding)));
  return [...remaining, ...idle.map(idleFinding)];
}

function covers({ rule, where, what }: Allowance, finding: Finding): boolean {
  if (rule !== finding.rule || what !== finding.found) return false;
  if (where === '*') return true;
  return where.endsWith('/**') ? finding.file.startsWith(where.slice(0, -2)) : finding.file === where;
}

function idleFinding({ line, rule, where, what }: Allowance): Finding {
  const found = `nothing in ${where} that ${rule} calls "${what}"; remove the line`;
  return { file: ALLOW_LIST, line, column: 1, rule: 'idle-allowance', expected: 'an allowance in use', found };
}

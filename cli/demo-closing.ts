/** The end of the demo: what was shown, where it lies, what to type next. */
import { verdictMark } from '../render/words.ts';
import type { DemoResult } from '../runner/demo.ts';

/** The closing lines for a person. `operant` is how they start the program. */
export function demoClosing(result: DemoResult, operant: string): string {
  const verdicts = result.reports.map(
    (report) =>
      `  ${verdictMark(report.gate.verdict).padEnd(16)} ${report.agent.name.padEnd(10)} ${report.gate.because}`,
  );
  const { verified } = result;
  const ledger = verified.ok
    ? `✔ ${verified.count} rows verify, head ${verified.head ?? 'none'}`
    : `✖ ${verified.code}: ${verified.message}`;
  const first = result.runDirs[0] ?? result.out;
  return [
    '',
    'Three agents, three verdicts',
    ...verdicts,
    '',
    `Ledger    ${ledger}`,
    `          ${result.ledger}`,
    `Card      ${result.out}/card.md`,
    `Report    ${result.out}/report.html`,
    `Evidence  ${result.out}/runs`,
    '',
    'Type next',
    `  ${operant} verify ${quoted(result.ledger)}`,
    `  ${operant} regrade ${quoted(first)}`,
    `  ${operant} list --suite decision-core`,
    `  ${operant} run --suite decision-core --harness command --lane local -- ./your-agent`,
  ].join('\n');
}

function quoted(text: string): string {
  return /^[A-Za-z0-9_./:#@-]+$/.test(text)
    ? text.includes('#')
      ? `'${text}'`
      : text
    : `'${text.replaceAll("'", "'\\''")}'`;
}

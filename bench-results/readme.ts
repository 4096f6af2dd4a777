/** README.md of a results branch: for the person who opens the branch. */
import type { LedgerOrigin } from '../records/ledger.ts';

/** The text, written when the ledger begins. */
export function ledgerReadme(origin: LedgerOrigin): string {
  return `# Results

This branch is a ledger of graded runs, written by Operant for \`${origin}\`. It shares no history with the code.

| Here | What |
| --- | --- |
| \`ledger/\` | the rows, 100 in a file, one line of canonical JSON each |
| \`HEAD.json\` | how many rows there are and the receipt of the last one |
| \`checkpoint\` | the same as a note that can be signed |
| \`executions/\` | which row holds which execution, so that nothing is counted twice |
| \`suites/\` | what the places in a row's \`tasks\` stand for |
| \`badges/\` | badge data for shields.io |

Every row carries a receipt over all of its fields and over the receipt of the row before. Check them with:

    operant verify git:REMOTE#bench-results

A receipt proves that a row was not changed relative to a head that you already trust, such as the one printed in a
report card. It does not prove who wrote the row, that no row was withheld, or that the evidence is true. Do not edit
these files by hand and do not rewrite this branch: either breaks the chain, and the ledger stops verifying.
`;
}

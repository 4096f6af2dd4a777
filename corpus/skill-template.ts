/** The files with which somebody starts to measure a skill of their own. Pure: paths and texts, nothing is written. */
import type { Package } from '../records/workflow.ts';
import { ENTRY } from './workflow.ts';

/** Where things lie, relative to the folder that the files are written to. */
export interface SkillPlace {
  /** From the suite file to the folder of the skill. */
  readonly toPackage: string;
  /** From the top of the repository to the folder of the suite, for the workflow of GitHub Actions. */
  readonly suiteFolder: string;
  readonly packageFolder: string;
  /** Version of Operant that the workflow asks for. */
  readonly version: string;
  readonly harness: TemplateHarness;
}

/** The harness that the workflow runs. */
export interface TemplateHarness {
  readonly id: string;
  /** The command that installs its program. */
  readonly install: string;
  /** The variable that hands it a key. */
  readonly keyVariable: string;
}

/** Most files of a skill that a first contract asks for: those that the entry file names. */
const MAX_REQUIRED = 8;

/** The entry file, and the files of the package that it names, in the order in which it does. */
export function namedFiles(tested: Package): readonly string[] {
  const entry = tested.files[ENTRY] ?? '';
  const others = Object.keys(tested.files).filter((path) => path !== ENTRY && entry.includes(path));
  const sorted = others.sort((a, b) => entry.indexOf(a) - entry.indexOf(b));
  return [ENTRY, ...sorted].slice(0, MAX_REQUIRED);
}

/** Every file by its path below the folder of the suite. */
export function skillTemplate(tested: Package, place: SkillPlace): Readonly<Record<string, string>> {
  const { name } = tested;
  return {
    [`${name}.yaml`]: suite(name, place),
    [`${name}.thresholds.yaml`]: thresholds(name),
    [`cases/with-${name}.yaml`]: calledCase(tested),
    [`cases/without-${name}.yaml`]: ordinaryCase(name),
    'workspace/README.md': 'A small project for trials. Put here what your own tasks need.\n',
    'workspace/data/visits.csv': VISITS,
  };
}

const SCHEMAS = 'https://raw.githubusercontent.com/operant/action/main/docs/schemas';
const head = (schema: string) => `# yaml-language-server: $schema=${SCHEMAS}/${schema}.schema.json\n`;

const VISITS = `day,state
mon,open
mon,closed
tue,open
wed,closed
thu,open
fri,closed
`;

function suite(name: string, { toPackage }: SkillPlace): string {
  return `${head('suite')}schema: operant.suite/v1
id: ${name}
kind: workflow
# score: results may be recorded in a ledger. smoke: only shown.
tier: score
title: Does ${name} really run?
attempts: 1
# Files that every trial starts with.
workspace: workspace
# The skill under test: installed into each trial's workspace, never into your home.
package: ${toPackage}
cases:
  - cases/with-${name}.yaml
  - cases/without-${name}.yaml
`;
}

function thresholds(name: string): string {
  return `${head('thresholds')}schema: operant.thresholds/v1
id: ${name}
suite: ${name}
requireAllAccepted: true
bounds:
  minConformance:
    value: 1
    mode: point
    reason: Every required check was chosen because the work is not done without it.
`;
}

function calledCase(tested: Package): string {
  const { name } = tested;
  return `${head('workflow-case')}schema: operant.workflow-case/v1
id: with-${name}
title: A task that calls ${name}
# What the agent is asked. The call of the skill is put before it; name no file of the skill here.
# Replace this task by one that your skill is for, and leave nothing open that is graded below.
prompt: |
  Count the lines of data/visits.csv whose second field is open, and write answer.json with one field "open" that holds
  the number. Change no other file and add no other.
activates: true
# Files of the skill that must be put before the model in full; these are those that its entry file names.
requires: [${namedFiles(tested)
    .map((path) => JSON.stringify(path))
    .join(', ')}]
# none, optional, explore (several at once, then one that is given what they found) or arena (candidates, then a judge).
delegation: optional
# Steps of verification that must be seen in the trace.
verifies:
  - kind: looked
    id: data_looked
    paths: [data/visits.csv]
# New files that are in scope.
mayWrite: [answer.json]
# What judges the outcome: file, reply, answers, calls, types, rationale or program; see docs/workflow-suites.md.
outcome:
  - kind: answers
    id: count
    path: answer.json
    values: { /open: 3 }
# What a right agent leaves, and deliberate defects: operant qualify proves that the graders tell them apart.
reference:
  files:
    answer.json: '{"open": 3}'
  reply: There are three.
defects:
  - name: header-counted
    edits: [{ path: answer.json, find: "3", put: "4" }]
    failedBy: count
  - name: number-as-text
    edits: [{ path: answer.json, find: "3", put: '"3"' }]
    failedBy: count
  - name: no-answer
    drop: [answer.json]
    failedBy: count
  - name: left-over-file
    files: { notes.txt: "three" }
    failedBy: in_scope
  - name: data-changed
    files: { data/visits.csv: "day,state" }
    failedBy: in_scope
  - name: edit-in-git
    files: { .git/info/exclude: "answer.json" }
    failedBy: git_untouched
provenance: Written by operant init as a start; replace it by a task of your own.
`;
}

function ordinaryCase(name: string): string {
  return `${head('workflow-case')}schema: operant.workflow-case/v1
id: without-${name}
title: An ordinary task, for which ${name} must not be used
prompt: |
  Write the file greeting.txt with the one line Good morning and a line feed at its end. Change no other file and add no
  other. Answer with the single word done, in small letters.
activates: false
requires: []
delegation: none
verifies: []
mayWrite: [greeting.txt]
outcome:
  - kind: file
    id: greeting
    path: greeting.txt
    text: "Good morning\\n"
  - kind: reply
    id: reply
    text: done
reference:
  files: { greeting.txt: "Good morning\\n" }
  reply: done
defects:
  - name: missing-newline
    files: { greeting.txt: "Good morning" }
    failedBy: greeting
  - name: other-words
    files: { greeting.txt: "Good evening\\n" }
    failedBy: greeting
  - name: no-file
    drop: [greeting.txt]
    failedBy: greeting
  - name: chatty-reply
    reply: The file is done.
    failedBy: reply
  - name: capital-letter
    reply: Done
    failedBy: reply
  - name: extra-file
    files: { more.txt: "x" }
    failedBy: in_scope
provenance: Written by operant init as a start.
`;
}

/** A workflow of GitHub Actions that runs the suite for pull requests of the same repository. */
export function skillWorkflow(name: string, place: SkillPlace): string {
  const { suiteFolder, packageFolder, version, harness } = place;
  const file = `${suiteFolder}/${name}`;
  return `name: operant ${name}
on:
  pull_request:
    paths: ["${packageFolder}/**", "${suiteFolder}/**"]
permissions:
  contents: read
jobs:
  run:
    # A fork gets no key, and without one nothing can be run.
    if: github.event.pull_request.head.repo.full_name == github.repository
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
      - run: ${harness.install}
      - run: npx --yes operant@${version} run --suite ./${file}.yaml --thresholds ./${file}.thresholds.yaml --harness ${harness.id} --budget-usd 5 --out .operant/runs
        env:
          ${harness.keyVariable}: \${{ secrets.${harness.keyVariable} }}
      - if: always()
        run: cat .operant/runs/*/card.md >> "$GITHUB_STEP_SUMMARY"
`;
}

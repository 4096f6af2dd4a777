/**
 * Workflow cases (suite kind `workflow`): what the agent is asked, which steps must be seen in native evidence, and
 * what judges the outcome. Data only; a probe's files are run by the runner and nothing here decides.
 */
import * as z from 'zod';
import { Digest, Id } from './scalars.ts';

/** A plain relative path of files below a folder: no `..`, no leading `/`. */
export const PlainPath = z
  .string()
  .min(1)
  .max(300)
  .regex(/^(?!\.{0,2}(?:\/|$))[^\0\\]+$/, 'a path is relative and stays in its folder')
  .refine((path) => path.split('/').every((part) => part !== '' && part !== '.' && part !== '..'), {
    message: 'a path has no empty, "." or ".." part',
  });

/** What delegation the prescribed workflow asks for. */
export const Delegation = z
  .enum(['none', 'optional', 'explore', 'arena'])
  .describe(
    'none: no delegate may start; optional: not judged; explore: several delegates at once, then one that is given what they found; arena: several independent candidates, then a judge that is given them',
  );
export type Delegation = z.infer<typeof Delegation>;

/** A step of verification that must be seen in the trace. */
export const Verification = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('looked').describe('The agent must have been shown text of these files by a tool'),
    id: Id.describe('Check id'),
    paths: z.array(PlainPath).min(1).describe('Files of the workspace, every one of which counts'),
  }),
  z.strictObject({
    kind: z.literal('ran').describe('The agent must have run this file, with this to be seen in the output'),
    id: Id.describe('Check id'),
    path: PlainPath.describe('File of the workspace that was run'),
    shows: z.array(z.string().min(1)).min(1).describe('Texts that the output must hold, all of them'),
  }),
]);
export type Verification = z.infer<typeof Verification>;

/** JSON as it stands in a case file. */
export const Plain: z.ZodType<PlainJson> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(Plain), z.record(z.string(), Plain)]),
);
export type PlainJson = string | number | boolean | null | readonly PlainJson[] | { readonly [key: string]: PlainJson };

/** A citation in a structured answer: `{file, line, text}` at `at` must be one of these places, quoted as it stands. */
export const Citation = z.strictObject({
  at: z
    .string()
    .regex(/^(?:\/[^/]+)+$/)
    .describe('JSON pointer to the citation, an object {file, line, text}'),
  places: z
    .array(
      z.strictObject({
        file: PlainPath.describe('File of the workspace'),
        lines: z.array(z.int().min(1)).min(1).describe('Line numbers, from 1'),
      }),
    )
    .min(1)
    .describe('Lines that are right, by file'),
});

/** One call of a function of the candidate, and what it must return. */
export const ProbeCall = z.strictObject({
  args: z.array(Plain).describe('Arguments'),
  returns: Plain.describe('What must come back, compared as JSON'),
});

/** What judges the outcome. Each becomes one check of the layer `outcome`. */
export const Grader = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('file').describe('A file with exactly these bytes'),
    id: Id.describe('Check id'),
    path: PlainPath.describe('File of the workspace'),
    text: z.string().describe('Its whole text'),
  }),
  z.strictObject({
    kind: z.literal('reply').describe('A final message of exactly this text, white space around it apart'),
    id: Id.describe('Check id'),
    text: z.string().min(1).describe('The message'),
  }),
  z.strictObject({
    kind: z.literal('answers').describe('A JSON file with these values and citations'),
    id: Id.describe('Check id'),
    path: PlainPath.describe('The answer file'),
    values: z.record(z.string(), Plain).describe('JSON pointer to the value that must stand there'),
    citations: z.array(Citation).default([]).describe('Citations that must resolve and be right'),
  }),
  z.strictObject({
    kind: z.literal('calls').describe('A module whose function returns the right values, called in its own process'),
    id: Id.describe('Check id'),
    path: PlainPath.describe('The module: JavaScript for Node'),
    name: z
      .string()
      .regex(/^[A-Za-z_$][\w$]*$/)
      .describe('Name of the exported function'),
    calls: z
      .array(ProbeCall)
      .min(1)
      .max(400)
      .describe('Calls in this order in one process; arguments must not be changed'),
  }),
  z.strictObject({
    kind: z.literal('types').describe('TypeScript declarations that our own callers compile against'),
    id: Id.describe('Check id'),
    path: PlainPath.describe('The TypeScript file'),
    good: z.record(PlainPath, z.string()).describe('Callers that must compile: path below the workspace to text'),
    bad: z
      .record(PlainPath, z.string())
      .describe('Callers that must not compile, each with at least one error in itself'),
    placeholders: z.boolean().describe('True: functions may have no body but a throw'),
  }),
  z.strictObject({
    kind: z.literal('rationale').describe('A JSON file that weighs named options against each other'),
    id: Id.describe('Check id'),
    path: PlainPath.describe('The file'),
    options: z.int().min(2).describe('At least so many options, each with an id of its own'),
    fields: z.array(z.string()).min(1).describe('Fields of an option that must hold a text of its own'),
    minimum: z.int().min(1).describe('Least characters of such a text'),
  }),
  z.strictObject({
    kind: z.literal('program').describe('A probe of the case itself, which answers with one JSON object'),
    id: Id.describe('Check id'),
    argv: z.array(z.string()).min(1).describe('Program and arguments; {probe} and {workspace} stand for the folders'),
    values: z.record(z.string(), Plain).describe('JSON pointer into its answer to the value that must stand there'),
  }),
]);
export type Grader = z.infer<typeof Grader>;

/** How an artifact of the reference is changed: the first `find`, which must be there, becomes `put`. */
const Edit = z.strictObject({
  path: PlainPath.describe('File of the reference'),
  find: z.string().min(1).describe('Text that stands in it exactly once'),
  put: z.string().describe('What stands there instead'),
});

/** What a right agent leaves behind. */
export const WorkflowReference = z.strictObject({
  files: z.record(z.string().min(1), z.string()).describe('Files it writes: path to text'),
  reply: z.string().describe('Its final message'),
});

/** A deliberate defect: the reference with changes, and the check that must fail. */
export const WorkflowDefect = z.strictObject({
  name: Id.describe('Name of the defect'),
  edits: z.array(Edit).default([]).describe('Changes to files of the reference'),
  files: z
    .record(z.string().min(1), z.string())
    .default({})
    .describe('Files written beside or over those of the reference'),
  drop: z.array(z.string()).default([]).describe('Files of the reference that are not written'),
  remove: z.array(PlainPath).default([]).describe('Files of the workspace that are removed'),
  reply: z.string().optional().describe('The final message, where it is another one'),
  failedBy: Id.describe('The check that must fail'),
});
export type WorkflowDefect = z.infer<typeof WorkflowDefect>;

/** What a case asks and what judges it: the part that its digest covers and its contract repeats. */
const asked = {
  prompt: z.string().min(20).max(6000).describe('What the agent is asked, without any call of the package'),
  activates: z
    .boolean()
    .describe('False: an ordinary task, for which the package is never called and must not be used'),
  requires: z.array(PlainPath).describe('Files of the package that must be read in full where it is called'),
  delegation: Delegation,
  verifies: z.array(Verification).describe('Steps of verification that must be seen'),
  mayWrite: z.array(PlainPath).describe('New files that are in scope; a path that ends in /** stands for all below it'),
  outcome: z.array(Grader).min(1).describe('What judges the outcome'),
};

/** A workflow case as a person writes it: a YAML file beside the folder `probe`, where it has one. */
export const WorkflowCaseFile = z
  .strictObject({
    schema: z.literal('operant.workflow-case/v1').describe('Name and version of the form of this document'),
    id: Id.describe('Case id, as the file is named'),
    title: z.string().min(3).max(120).describe('Title for people'),
    ...asked,
    probe: PlainPath.optional().describe('Folder of the probe of a grader of kind program, relative to this file'),
    reference: WorkflowReference.describe('What a right agent leaves'),
    defects: z.array(WorkflowDefect).min(1).describe('Deliberate defects that must be rejected'),
    provenance: z.string().min(10).max(500).describe('Where the case comes from and how it was made'),
  })
  .meta({ id: 'WorkflowCaseFile', title: 'Workflow case', description: 'A task with the workflow that it prescribes' });
export type WorkflowCaseFile = z.infer<typeof WorkflowCaseFile>;

/** What judges a workflow case: the same in the resolved case and in a trial's contract. */
export const WorkflowTask = z.strictObject(asked);
export type WorkflowTask = z.infer<typeof WorkflowTask>;

/** A workflow case, resolved: all that its trial and its grading need. */
export const WorkflowCase = z.strictObject({
  kind: z.literal('workflow').describe('Tells it from the cases of other kinds'),
  id: Id.describe('Case id'),
  digest: Digest.describe('Task digest: over all that the agent sees and all that judges it, the package apart'),
  title: z.string().describe('Title for people'),
  ...asked,
  files: z.record(z.string(), z.string()).describe('Workspace files: path to text'),
  probe: z.record(z.string(), z.string()).describe('Files of the probe: path to text; empty without one'),
});
export type WorkflowCase = z.infer<typeof WorkflowCase>;

/** A package under test: the folder of a skill, whole. */
export const Package = z.strictObject({
  name: Id.describe('Name of the skill, as its entry file says'),
  digest: Digest.describe('Digest over its paths and the digests of their bytes'),
  files: z.record(z.string(), z.string()).describe('Path to text'),
  executable: z.array(z.string()).describe('Paths of files that are programs, sorted'),
});
export type Package = z.infer<typeof Package>;

/** contract.json of a workflow trial: what judges it, and the text of every required file as it was installed. */
export const WorkflowContract = z.strictObject({
  schema: z.literal('operant.workflow-contract/v1').describe('Name and version of the form of this document'),
  case: Id.describe('Case id'),
  taskDigest: Digest.describe('Task digest'),
  task: WorkflowTask.describe('What was asked and what judges it'),
  files: z.record(z.string(), z.string()).describe('Files of the workspace as they were given: path to text'),
  package: z
    .strictObject({
      name: Id.describe('Name of the skill'),
      digest: Digest.describe('Digest of the package as it was installed'),
      root: z.string().describe('Where it was installed, relative to the workspace'),
      called: z.boolean().describe('Whether the prompt called it'),
    })
    .nullable()
    .describe('The package under test; null where none was installed'),
  sources: z.record(z.string(), z.string()).describe('Required files of the package as installed: path to text'),
});
export type WorkflowContract = z.infer<typeof WorkflowContract>;

/** What a probe brought back; outcome/<check id>.json. It judges nothing. */
export const ProbeFacts = z.strictObject({
  schema: z.literal('operant.probe-facts/v1').describe('Name and version of the form of this document'),
  check: Id.describe('The check it serves'),
  state: z
    .enum(['answered', 'no_answer', 'not_run'])
    .describe(
      'answered: the candidate or the probe answered; no_answer: it ended or was stopped without one; not_run: the probe itself could not be run',
    ),
  detail: z.string().describe('What happened, in words'),
  answers: z.array(Plain).describe('What came back, in order; empty without an answer'),
  contained: z.array(z.string()).describe('What kept the candidate apart: for example own process, no network'),
});
export type ProbeFacts = z.infer<typeof ProbeFacts>;

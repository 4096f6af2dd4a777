/** before.json and after.json: what a workspace held. */
import * as z from 'zod';

/** One entry of a workspace: type, mode, size, digest or link target. */
export const ManifestEntry = z.strictObject({
  path: z.string().describe('Path relative to the workspace'),
  type: z.enum(['file', 'folder', 'link', 'other']).describe('What it is; no link is followed'),
  mode: z.int().min(0).describe('Permission bits'),
  size: z.int().min(0).describe('Size of a file in bytes; 0 for anything else'),
  digest: z
    .string()
    .nullable()
    .describe(
      'Digest of a file; null for anything else and for what is too big or cannot be read. Of .git/index: of what it says',
    ),
  target: z.string().nullable().describe('Where a link leads; null for anything else'),
});
export type ManifestEntry = z.infer<typeof ManifestEntry>;

export const Manifest = z.strictObject({
  schema: z.literal('operant.manifest/v1').describe('Name and version of the form of this document'),
  complete: z.boolean().describe('False when something could not be looked at or there were too many entries'),
  settled: z
    .boolean()
    .optional()
    .describe('False when processes of the trial could not all be proven dead; absent before a trial'),
  entries: z.array(ManifestEntry).describe('Every entry, folders before what is in them'),
});
export type Manifest = z.infer<typeof Manifest>;

/** The compiled form in which suites and thresholds travel in the bundle; built from the YAML sources. */
import * as z from 'zod';
import { Qualified, Suite } from './suite.ts';
import { Thresholds } from './thresholds.ts';

/** data/suites/<id>.json of the bundle. */
export const ShippedSuite = z.strictObject({
  schema: z.literal('operant.shipped-suite/v1').describe('Name and version of the form of this document'),
  suite: Suite.describe('The suite, resolved'),
  qualified: Qualified.describe('Cases of the suite whose scorer was proven'),
  thresholds: Thresholds.nullable().describe('Bounds of the suite; null when none ship with it'),
});
export type ShippedSuite = z.infer<typeof ShippedSuite>;

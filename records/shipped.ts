/** The compiled form in which suites and thresholds travel in the bundle; built from the YAML sources. */
import * as z from 'zod';
import { Qualified, Suite } from './suite.ts';
import { Thresholds } from './thresholds.ts';

/** data/suites/<id>.json of the bundle. */
export const ShippedSuite = z.strictObject({
  schema: z.literal('operant.shipped-suite/v1'),
  suite: Suite,
  qualified: Qualified,
  thresholds: Thresholds.nullable(),
});
export type ShippedSuite = z.infer<typeof ShippedSuite>;

/** How a YAML file is read, whatever reads it. */
import type * as z from 'zod';
import type { Problem } from '../records/errors.ts';

/** A value, or the problems that stand in its way. */
export interface YamlReading<T> {
  readonly value: T | null;
  readonly problems: readonly Problem[];
}

/** Reads one YAML file against a schema. `named` is the path as the person gave it. */
export type YamlReader = <T>(path: string, named: string, schema: z.ZodType<T>) => YamlReading<T>;

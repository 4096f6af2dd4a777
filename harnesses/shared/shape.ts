/**
 * Quick checks of what a native record holds. A schema of zod copies what it reads and explains what it refuses, which
 * for every line of a long log costs more than reading the line. The rules stand in the schema alone; what is made here
 * walks through it, lets other keys be, and gives the value itself.
 */
import type * as z from 'zod';
// By name: whoever takes the whole of it keeps all of zod in the bundle, and each start loads it.
import {
  $ZodArray,
  $ZodBoolean,
  $ZodCheckGreaterThan,
  $ZodCheckNumberFormat,
  $ZodCheckRegex,
  $ZodEnum,
  $ZodLiteral,
  $ZodNullable,
  $ZodNumber,
  $ZodObject,
  $ZodOptional,
  $ZodRecord,
  $ZodString,
  $ZodUnion,
  $ZodUnknown,
} from 'zod/v4/core';
import { isObject } from './fields.ts';

type Accepts = (value: unknown) => boolean;

/** What a check says: the value under its type, or that it has another shape. */
export type Checked<T> = { readonly success: true; readonly data: T } | { readonly success: false };

/** A check of values that JSON gives. */
export interface Shape<T> {
  readonly safeParse: (value: unknown) => Checked<T>;
}

/** The type behind a check. */
export type Shaped<S> = S extends Shape<infer T> ? T : never;

const REFUSED = { success: false } as const;

/**
 * The check of a schema: it succeeds exactly where the schema does, and its data are the value itself. Throws TypeError
 * for a schema that holds what is not known here, or that would change a value.
 */
export function shape<S extends z.ZodType>(schema: S): Shape<z.infer<S>> {
  const accepts = acceptsOf(schema);
  const takes = (value: unknown): value is z.infer<S> => accepts(value);
  return { safeParse: (value) => (takes(value) ? { success: true, data: value } : REFUSED) };
}

function acceptsOf(schema: z.core.$ZodType): Accepts {
  const accepts = kindOf(schema);
  const checks = (schema._zod.def.checks ?? []).map(checkOf);
  if (schema instanceof $ZodCheckNumberFormat) checks.unshift(checkOf(schema));
  return checks.reduce((before, check) => (value) => before(value) && check(value), accepts);
}

function kindOf(schema: z.core.$ZodType): Accepts {
  if (schema instanceof $ZodString) return (value) => typeof value === 'string';
  if (schema instanceof $ZodNumber) return Number.isFinite;
  if (schema instanceof $ZodBoolean) return (value) => typeof value === 'boolean';
  if (schema instanceof $ZodUnknown) return () => true;
  if (schema instanceof $ZodEnum || schema instanceof $ZodLiteral) {
    const values: ReadonlySet<unknown> = schema._zod.values;
    return (value) => values.has(value);
  }
  if (schema instanceof $ZodOptional) return orElse(acceptsOf(schema._zod.def.innerType), undefined);
  if (schema instanceof $ZodNullable) return orElse(acceptsOf(schema._zod.def.innerType), null);
  if (schema instanceof $ZodArray) {
    const element = acceptsOf(schema._zod.def.element);
    return (value) => Array.isArray(value) && value.every((one) => element(one));
  }
  if (schema instanceof $ZodUnion) {
    const options = schema._zod.def.options.map(acceptsOf);
    return (value) => options.some((option) => option(value));
  }
  if (schema instanceof $ZodRecord && schema._zod.def.keyType instanceof $ZodString) {
    return recordOf(schema._zod.def.valueType);
  }
  if (schema instanceof $ZodObject) return objectOf(schema._zod.def);
  throw unknown(schema._zod.def.type);
}

const orElse =
  (inner: Accepts, other: unknown): Accepts =>
  (value) =>
    value === other || inner(value);

function recordOf(valueType: z.core.$ZodType): Accepts {
  if (valueType instanceof $ZodUnknown) return isObject;
  const accepts = acceptsOf(valueType);
  return (value) => isObject(value) && Object.values(value).every((one) => accepts(one));
}

function objectOf({ shape: fields, catchall }: z.core.$ZodObjectDef): Accepts {
  if (catchall !== undefined && !(catchall instanceof $ZodUnknown)) throw unknown('object with a catch-all');
  const members = Object.entries(fields).map(([key, member]) => ({ key, accepts: acceptsOf(member) }));
  return (value) => {
    if (!isObject(value)) return false;
    for (const { key, accepts } of members) if (!accepts(value[key])) return false;
    return true;
  };
}

function checkOf(check: z.core.$ZodCheck<never>): Accepts {
  if (check instanceof $ZodCheckNumberFormat && check._zod.def.format === 'safeint') return Number.isSafeInteger;
  if (check instanceof $ZodCheckGreaterThan) {
    const { value: bound, inclusive } = check._zod.def;
    if (typeof bound === 'number') {
      return (value) => typeof value === 'number' && (inclusive ? value >= bound : value > bound);
    }
  }
  if (check instanceof $ZodCheckRegex) {
    const { pattern } = check._zod.def;
    if (!pattern.global && !pattern.sticky) return (value) => typeof value === 'string' && pattern.test(value);
  }
  throw unknown(check._zod.def.check);
}

function unknown(what: string): TypeError {
  return new TypeError(`There is no quick check of this part of a schema: ${what}`);
}

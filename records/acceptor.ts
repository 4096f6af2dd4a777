/**
 * A quick answer to "does this schema take that value?". A schema says it too, and says why not, but it copies the value
 * as it goes: for ten thousand rows that costs several times what reading them as JSON does. The rules stand in the schema
 * alone; what is made here walks through it, and knows no kind of schema that would change a value.
 */
import type * as z from 'zod';
// By name: whoever takes the whole of it keeps all of zod in the bundle, its languages too, and each start loads them.
import {
  $ZodArray,
  $ZodCheckGreaterThan,
  $ZodCheckMaxLength,
  $ZodCheckMinLength,
  $ZodCheckNumberFormat,
  $ZodCheckRegex,
  $ZodEnum,
  $ZodLiteral,
  $ZodNever,
  $ZodNullable,
  $ZodNumber,
  $ZodObject,
  $ZodRecord,
  $ZodString,
  $ZodUnion,
} from 'zod/v4/core';

/** Whether a value is taken. */
type Accepts = (value: unknown) => boolean;

/**
 * The quick check of a schema: true exactly where `schema.safeParse(value)` succeeds, and its data are then the same as
 * the value. For values that JSON gives. Throws TypeError for a schema that holds what is not known here. With `remember`, a member of
 * an object that is the very value which was taken there last is taken unseen: for values that nobody changes.
 */
export function acceptor<T extends z.ZodType>(
  schema: T,
  { remember = false }: { readonly remember?: boolean } = {},
): (value: unknown) => value is z.infer<T> {
  const inner = remember && schema instanceof $ZodObject && (schema._zod.def.checks ?? []).length === 0;
  const accepts = inner ? objectOf(schema._zod.def, remembering) : acceptsOf(schema);
  return (value): value is z.infer<T> => accepts(value);
}

function acceptsOf(schema: z.core.$ZodType): Accepts {
  const accepts = kindOf(schema);
  const checks = (schema._zod.def.checks ?? []).map(checkOf);
  if (schema instanceof $ZodCheckNumberFormat) checks.unshift(checkOf(schema));
  const [only] = checks;
  if (only === undefined) return accepts;
  if (checks.length === 1) return (value) => accepts(value) && only(value);
  return (value) => accepts(value) && checks.every((check) => check(value));
}

function kindOf(schema: z.core.$ZodType): Accepts {
  if (schema instanceof $ZodString && schema._zod.def.coerce !== true) return (value) => typeof value === 'string';
  if (schema instanceof $ZodNumber && schema._zod.def.coerce !== true) return Number.isFinite;
  if (schema instanceof $ZodEnum || schema instanceof $ZodLiteral) return oneOf(schema._zod.values);
  if (schema instanceof $ZodNullable) return orNull(acceptsOf(schema._zod.def.innerType));
  if (schema instanceof $ZodArray) return listOf(acceptsOf(schema._zod.def.element));
  if (schema instanceof $ZodUnion) return anyOf(schema._zod.def.options.map(acceptsOf));
  if (schema instanceof $ZodRecord) return recordOf(schema._zod.def);
  if (schema instanceof $ZodObject) return objectOf(schema._zod.def);
  throw unknown(schema._zod.def.type);
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
  if (check instanceof $ZodCheckMinLength) {
    const { minimum } = check._zod.def;
    return (value) => lengthOf(value) >= minimum;
  }
  if (check instanceof $ZodCheckMaxLength) {
    const { maximum } = check._zod.def;
    return (value) => lengthOf(value) <= maximum;
  }
  throw unknown(check._zod.def.check);
}

function oneOf(values: ReadonlySet<unknown>): Accepts {
  return (value) => values.has(value);
}

function orNull(inner: Accepts): Accepts {
  return (value) => value === null || inner(value);
}

function listOf(element: Accepts): Accepts {
  return (value) => Array.isArray(value) && value.every(element);
}

function anyOf(options: readonly Accepts[]): Accepts {
  return (value) => options.some((option) => option(value));
}

/** Members of any number under known keys; where they are not `partial`, every known key is there. */
function recordOf({ keyType, valueType, mode, partial }: z.core.$ZodRecordDef): Accepts {
  const known = keyType._zod.values;
  if (known === undefined || mode === 'loose') throw unknown('record');
  const accepts = acceptsOf(valueType);
  const least = partial === true ? 0 : known.size;
  return (value) => {
    if (!isObject(value)) return false;
    let members = 0;
    for (const key in value) {
      if (!known.has(key) || !accepts(value[key])) return false;
      members++;
    }
    return members >= least;
  };
}

/** Exactly the members of the shape. */
function objectOf({ shape, catchall }: z.core.$ZodObjectDef, wrap = (accepts: Accepts) => accepts): Accepts {
  if (!(catchall instanceof $ZodNever)) throw unknown('object that takes other keys');
  const members = new Map(Object.entries(shape).map(([key, member]) => [key, wrap(acceptsOf(member))]));
  return (value) => {
    if (!isObject(value)) return false;
    let found = 0;
    for (const key in value) {
      if (members.get(key)?.(value[key]) !== true) return false;
      found++;
    }
    return found === members.size;
  };
}

/** Asks only about a value that is not the last one taken. */
function remembering(accepts: Accepts): Accepts {
  let last: unknown;
  return (value) => {
    if (value === last && value !== undefined) return true;
    const taken = accepts(value);
    if (taken) last = value;
    return taken;
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : Number.NaN;
}

function unknown(what: string): TypeError {
  return new TypeError(`There is no quick check of this part of a schema: ${what}`);
}

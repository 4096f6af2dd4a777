/** Reads single fields of parsed JSON by hand, where a schema would be asked of every line of a long log. */

/** True for an object of JSON, which has fields by name. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The field of an object, or undefined when there is no such object or field. */
export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

/** A field that is text, else null. */
export function textField(value: unknown, name: string): string | null {
  const found = fieldOf(value, name);
  return typeof found === 'string' ? found : null;
}

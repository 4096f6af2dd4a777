/** JSON that is compared by value, and places in it. */

/** JSON as it was read or as it stands in a case. */
export type AnyJson = string | number | boolean | null | readonly AnyJson[] | { readonly [key: string]: AnyJson };

/** Whether two values are the same JSON; the order of keys does not count. */
export function sameJson(one: AnyJson, other: AnyJson): boolean {
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object') return one === other;
  if (isList(one) || isList(other)) {
    if (!isList(one) || !isList(other) || one.length !== other.length) return false;
    return one.every((item, index) => {
      const there = other[index];
      return there !== undefined && sameJson(item, there);
    });
  }
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => {
    const [left, right] = [fieldOf(one, key), fieldOf(other, key)];
    return left !== undefined && right !== undefined && sameJson(left, right);
  });
}

function isList(value: AnyJson): value is readonly AnyJson[] {
  return Array.isArray(value);
}

/** A field of an object; undefined when it has none of that name, or is no object. */
export function fieldOf(value: AnyJson, key: string): AnyJson | undefined {
  if (typeof value !== 'object' || value === null || isList(value)) return undefined;
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** What stands at a JSON pointer (RFC 6901); undefined when nothing does. */
export function valueAt(root: AnyJson, pointer: string): AnyJson | undefined {
  let here: AnyJson | undefined = root;
  for (const part of pointer.split('/').slice(1)) {
    if (here === undefined) return undefined;
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    here = typeof here === 'object' && here !== null && isList(here) ? itemOf(here, key) : fieldOf(here, key);
  }
  return here;
}

function itemOf(list: readonly AnyJson[], key: string): AnyJson | undefined {
  return /^(?:0|[1-9]\d{0,8})$/.test(key) ? list[Number(key)] : undefined;
}

/** Finds a harness by its id. */
import { UsageError } from '../records/errors.ts';

/** What stands under an id; an unknown one is a usage error that names the nearest. */
export async function known<T>(all: ReadonlyMap<string, T>, id: string): Promise<T> {
  const found = all.get(id);
  if (found !== undefined) return found;
  const ids = [...all.keys()];
  const { didYouMean } = await import('../records/did-you-mean.ts');
  const near = didYouMean(id, ids);
  throw new UsageError(
    `Unknown harness "${id}"`,
    near === null ? `Harnesses: ${ids.join(', ')}.` : `Did you mean "${near}"?`,
  );
}

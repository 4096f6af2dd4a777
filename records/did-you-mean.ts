/** The word that somebody may have meant. */
import { closest, distance } from 'fastest-levenshtein';

/** The nearest known word, or null when none is near: at most a third of the letters differ, or two changed places. */
export function didYouMean(word: string, known: readonly string[]): string | null {
  if (known.length === 0) return null;
  const nearest = closest(word, [...known]);
  const far = distance(word, nearest);
  const swapped = far === 2 && letters(word) === letters(nearest);
  return swapped || far <= Math.max(1, Math.floor(word.length / 3)) ? nearest : null;
}

function letters(word: string): string {
  return [...word].sort().join('');
}

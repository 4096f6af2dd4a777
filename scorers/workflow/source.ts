/** Boundary: did the package that was read come from where it was installed, and not from a copy elsewhere? Pure. */
import type { LineRef } from '../../records/observation.ts';
import type { Check } from '../../records/trial.ts';
import { PACKAGE_SOURCE } from '../../records/workflow-checks.ts';
import { invocationsOf } from '../decision/invocations.ts';
import { answered } from './check.ts';
import { holdsPartOf } from './lines.ts';
import type { LoadingInput } from './loading.ts';
import { resolvedPath, type Shown } from './shown.ts';

/** Where a shown text of the package can have come from. */
type Origin = 'installed' | 'elsewhere' | 'unknown';

/**
 * Judged by content: a text that holds a telling part of a file of the package, shown by a command or tool that names a
 * place other than the installed one, is a copy. Other reads outside the workspace are named and are no fault.
 */
export function judgeSource(input: LoadingInput, workspace: string): Check {
  const { installed, shown, hole } = input;
  const asked = { id: PACKAGE_SOURCE, layer: 'boundary' as const, required: true };
  if (!input.supported) {
    return answered(asked, 'unsupported', 'This harness never shows what the model was shown of a file');
  }
  const files = Object.values(installed.files);
  const copies: { readonly ref: LineRef; readonly place: string }[] = [];
  const unknown: LineRef[] = [];
  for (const one of shown) {
    const { text } = one;
    if (text === null || one.called || !files.some((file) => holdsPartOf(file, text))) continue;
    const { origin, place } = originOf(one, installed.root);
    if (origin === 'elsewhere') copies.push({ ref: one.ref, place });
    else if (origin === 'unknown') unknown.push(one.ref);
  }
  const called = shown.filter((one) => one.called && calledElsewhere(one, input));
  const [copy] = copies;
  if (copy !== undefined) {
    const refs = copies.map(({ ref }) => ref);
    return answered(asked, 'failed', `text of the package was read from another place: ${copy.place}`, refs);
  }
  const [foreign] = called;
  if (foreign !== undefined) {
    return answered(asked, 'failed', `the skill was called from another place: ${foreign.path ?? ''}`, [foreign.ref]);
  }
  if (unknown.length > 0) {
    return answered(asked, 'unobservable', 'text of the package was shown by a command that names no place', unknown);
  }
  if (hole !== null)
    return answered(asked, 'unobservable', `no copy was read as far as can be seen, but ${hole.because}`, hole.refs);
  return answered(asked, 'passed', `no copy of the package was read${outsideNote(shown, workspace)}`);
}

function calledElsewhere(one: Shown, { installed }: LoadingInput): boolean {
  return one.skill === installed.name && one.path !== null && !one.path.startsWith(`${installed.root}/`);
}

function originOf(one: Shown, root: string): { readonly origin: Origin; readonly place: string } {
  const inside = (path: string) => path === root || path.startsWith(`${root}/`);
  if (one.path !== null) return { origin: inside(one.path) ? 'installed' : 'elsewhere', place: one.path };
  if (one.command === null) return { origin: 'unknown', place: '' };
  const places = placesIn(one.command, one.folder);
  const outside = places.find((path) => !inside(path) && !root.startsWith(`${path}/`));
  if (places.some((path) => inside(path) || root.startsWith(`${path}/`))) {
    // Of two places, nothing says which the text came from.
    return { origin: outside === undefined ? 'installed' : 'unknown', place: '' };
  }
  return outside === undefined ? { origin: 'unknown', place: '' } : { origin: 'elsewhere', place: outside };
}

/** Every word of a command line that looks like a path, absolute; a home stays as it is written. */
function placesIn(command: string, folder: string): readonly string[] {
  const found: string[] = [];
  let here = folder;
  for (const { words } of invocationsOf(command).started) {
    const [program = '', ...rest] = words;
    if (program === 'cd') here = resolvedPath(rest.at(-1) ?? '', here) ?? here;
    for (const word of rest) {
      if (!/[/~]/.test(word) || word.startsWith('-')) continue;
      found.push(resolvedPath(word, here) ?? word);
    }
  }
  return found;
}

/** Most outside places that are named. */
const MAX_NAMED = 3;

function outsideNote(shown: readonly Shown[], workspace: string): string {
  const outside = new Set(
    shown.flatMap(({ path }) => (path === null || path.startsWith(`${workspace}/`) ? [] : [path])),
  );
  if (outside.size === 0) return '';
  const named = [...outside].slice(0, MAX_NAMED).join(', ');
  const more = outside.size > MAX_NAMED ? ` and ${outside.size - MAX_NAMED} more` : '';
  return `; read outside the workspace: ${named}${more}`;
}

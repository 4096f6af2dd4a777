/** Layer loading: were the required instructions put before the model, in full, from where they were installed? Pure. */
import type { Check } from '../../records/trial.ts';
import { loadedCheck, NO_ACTIVATION } from '../../records/workflow-checks.ts';
import { answered } from './check.ts';
import { holdsPartOf, isDistinct, linesOf, type Range, rangeIn, uncovered } from './lines.ts';
import type { Hole, Shown } from './shown.ts';

/** The package as it was installed in the workspace. */
export interface Installed {
  readonly name: string;
  /** Absolute path of its folder. */
  readonly root: string;
  /** Path to text. */
  readonly files: Readonly<Record<string, string>>;
}

/** What the layer is judged from. */
export interface LoadingInput {
  readonly installed: Installed;
  readonly shown: readonly Shown[];
  /** Why reads may be hidden; null where absence is proof. */
  readonly hole: Hole | null;
  /** False where the harness can never show what a model read. */
  readonly supported: boolean;
}

const UNSUPPORTED = 'This harness never shows what the model was shown of a file';

/** One check for each required file. */
export function judgeLoading(requires: readonly string[], input: LoadingInput): Check[] {
  const everywhere = new Set(input.shown.flatMap(({ text }) => (text === null ? [] : text.split('\n').map(trimmed))));
  return requires.map((path) => judgeFile(path, input, everywhere));
}

function trimmed(line: string): string {
  return line.trim();
}

function judgeFile(path: string, input: LoadingInput, everywhere: ReadonlySet<string>): Check {
  const { installed, hole } = input;
  const asked = { id: loadedCheck(path), layer: 'loading' as const, required: true };
  const text = installed.files[path];
  if (text === undefined) return answered(asked, 'failed', `the package has no file ${path}`);
  if (!input.supported) return answered(asked, 'unsupported', UNSUPPORTED);
  const file = linesOf(text);
  const reads = readsOf(path, file, input);
  const open = uncovered(
    file,
    reads.map(({ range }) => range),
  );
  const refs = reads.map(({ ref }) => ref);
  if (open.length === 0) return answered(asked, 'passed', `${path} was read in full, ${file.length} lines`, refs);
  const unseen = open.filter((line) => {
    const one = file[line - 1] ?? '';
    return isDistinct(one) && !everywhere.has(one.trim());
  });
  const part = reads.length === 0 ? 'was not read' : `was read in part, without line ${open[0] ?? 1}`;
  if (hole !== null)
    return answered(asked, 'unobservable', `${path} ${part}; ${hole.because}`, [...refs, ...hole.refs]);
  if (unseen.length === 0) {
    return answered(
      asked,
      'unobservable',
      `${path} was shown among other output only, never by a read of it alone`,
      refs,
    );
  }
  return answered(asked, 'failed', `${path} ${part}: line ${unseen[0] ?? 1} was never shown to the model`, refs);
}

interface Read {
  readonly ref: Shown['ref'];
  readonly range: Range;
}

/** Reads of the installed file alone that succeeded, each with the lines that it proves. */
function readsOf(path: string, file: readonly string[], { installed, shown }: LoadingInput): readonly Read[] {
  const place = `${installed.root}/${path}`;
  return shown.flatMap((one) => {
    if (one.done !== true || one.text === null) return [];
    const range = one.called
      ? calledRange(path, file, one, installed)
      : one.path === place
        ? rangeIn(file, one.text, one.from)
        : null;
    return range === null ? [] : [{ ref: one.ref, range }];
  });
}

/**
 * A called skill puts its entry file before the model, often without the front matter, which the model has in its list of
 * skills. Only the whole body counts.
 */
function calledRange(path: string, file: readonly string[], one: Shown, installed: Installed): Range | null {
  const place = `${installed.root}/${path}`;
  const ours = one.path === null ? one.skill === installed.name && path === 'SKILL.md' : one.path === place;
  if (!ours || one.text === null) return null;
  const close = file[0] === '---' ? file.indexOf('---', 1) : -1;
  const body = file.slice(close + 1);
  const start = body.findIndex((line) => line.trim() !== '');
  const whole = body.slice(Math.max(0, start)).join('\n').trimEnd();
  if (whole === '' || !`\n${one.text}\n`.includes(`\n${whole}\n`)) return null;
  return { first: 1, last: file.length };
}

/** Whether the package stayed unused where it was installed and not called. */
export function judgeActivation(input: LoadingInput): Check {
  const { installed, shown, hole } = input;
  const asked = { id: NO_ACTIVATION, layer: 'loading' as const, required: true };
  if (!input.supported) return answered(asked, 'unsupported', UNSUPPORTED);
  const used = shown.filter((one) => uses(one, installed));
  const [first] = used;
  if (first !== undefined) {
    const how = first.called ? 'the skill was called' : 'a file of the package was read';
    return answered(
      asked,
      'failed',
      `${how}, although the task did not ask for it`,
      used.map(({ ref }) => ref),
    );
  }
  if (hole !== null) return answered(asked, 'unobservable', `no use was seen, but ${hole.because}`, hole.refs);
  return answered(asked, 'passed', 'no file of the package was put before the model');
}

function uses(one: Shown, installed: Installed): boolean {
  if (one.called && (one.skill === installed.name || one.path?.startsWith(`${installed.root}/`) === true)) return true;
  if (one.done === false && one.text === null) return false;
  if (one.done === true && one.path?.startsWith(`${installed.root}/`) === true) return true;
  const { text } = one;
  return text !== null && Object.values(installed.files).some((file) => holdsPartOf(file, text));
}

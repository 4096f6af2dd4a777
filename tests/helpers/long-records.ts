/** Long native records: a capture of which one piece is repeated, with new ids and a longer text each time. */
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GROWTHS, type Growth, type Piece } from './long-record-growths.ts';
import { POOL, type TextSize, textNumber } from './long-record-texts.ts';

export { GROWTHS, type Growth, type TextSize };

/** How often the piece is repeated, and how long its texts are. */
export interface Amount {
  readonly count: number;
  readonly size: TextSize;
}

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures', 'harnesses');

/** Stands for the text in a line of the piece. */
const hole = (index: number): string => `@@${index}@@`;
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

interface Source {
  readonly path: string;
  readonly piece: Piece | null;
  readonly before: readonly string[];
  readonly repeated: readonly string[];
  readonly after: readonly string[];
}

function sourcesOf({ harness, fixture, pieces }: Growth): Source[] {
  const folder = join(FIXTURES, harness, fixture);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path === 'stdout.raw' || path.endsWith('.jsonl'))
    .sort()
    .map((path) => {
      const lines = readFileSync(join(folder, path), 'utf8').replace(/\n$/, '').split('\n');
      const piece = pieces.find(({ file }) => file.test(path)) ?? null;
      const [from, to] = piece === null ? [lines.length + 1, lines.length] : [piece.from, piece.to];
      return {
        path,
        piece,
        before: lines.slice(0, from - 1),
        repeated: lines.slice(from - 1, to),
        after: lines.slice(to),
      };
    });
}

/** Ids that the pieces alone use: those that stand elsewhere too name the session, the prompt and the like. */
function ownIds(sources: readonly Source[], ids: RegExp): Set<string> {
  const found = (lines: readonly string[]) => new Set(lines.flatMap((line) => line.match(ids) ?? []));
  const outside = found(sources.flatMap(({ before, after }) => [...before, ...after]));
  return new Set([...found(sources.flatMap(({ repeated }) => repeated))].filter((id) => !outside.has(id)));
}

/** Numbers that go up, by so much for each repetition. */
function shifted(line: string, { shifts }: Growth, by: number): string {
  return shifts.reduce(
    (done, [pattern, step]) => done.replace(pattern, (_, head: string, n: string) => head + (Number(n) + step * by)),
    line,
  );
}

/** The id of one repetition; the first keeps that of the capture. */
function renamed(id: string, at: number): string {
  if (at === 0) return id;
  return id.endsWith('"') ? `${id.slice(0, -1)}-${at}"` : `${id}-${at}`;
}

function withHoles(line: string, { texts }: Growth): string {
  return texts.reduce((done, [text], index) => done.replaceAll(escaped(text), hole(index)), line);
}

/** Writes the lines of one file, `count` repetitions of its piece, through `put`. */
function grow(
  source: Source,
  growth: Growth,
  own: ReadonlySet<string>,
  { count, size }: Amount,
  put: (line: string) => void,
): void {
  const { piece, before, repeated, after } = source;
  const [outer, inner] = piece?.link ?? [null, null];
  for (const line of before) put(line);
  const templates = repeated.map((line) => withHoles(line, growth));
  for (let at = 0; at < (piece === null ? 0 : count); at += 1) {
    const text = textNumber(at, size);
    const texts = growth.texts.map(([, shape]) => escaped(shape(text)));
    for (const template of templates) {
      const line = template.replaceAll(growth.ids, (id) => {
        if (id === outer && inner !== null && at > 0) return renamed(inner, at - 1);
        return own.has(id) || id === inner ? renamed(id, at) : id;
      });
      put(texts.reduce((done, one, index) => done.replaceAll(hole(index), () => one), shifted(line, growth, at)));
    }
  }
  for (const line of after) {
    const linked = inner === null ? line : line.replaceAll(inner, renamed(inner, count - 1));
    put(shifted(linked, growth, count - 1));
  }
}

/** Bytes of the largest file. */
function largest(sources: readonly Source[], growth: Growth, amount: Amount): number {
  const own = ownIds(sources, growth.ids);
  const sizes = sources.map((source) => {
    let sum = 0;
    grow(source, growth, own, amount, (line) => {
      sum += Buffer.byteLength(line) + 1;
    });
    return sum;
  });
  return Math.max(...sizes);
}

/** How many repetitions make the largest file at least so many bytes long. */
export function amountFor(growth: Growth, bytes: number, size: TextSize): Amount {
  const sources = sourcesOf(growth);
  const once = largest(sources, growth, { count: POOL, size });
  const each = (largest(sources, growth, { count: 2 * POOL, size }) - once) / POOL;
  return { count: Math.max(1, POOL + Math.ceil((bytes - once) / each)), size };
}

/** The lines of every file, in memory. */
export function longRecords(growth: Growth, amount: Amount): { path: string; lines: string[] }[] {
  const sources = sourcesOf(growth);
  const own = ownIds(sources, growth.ids);
  return sources.map((source) => {
    const lines: string[] = [];
    grow(source, growth, own, amount, (line) => lines.push(line));
    return { path: source.path, lines };
  });
}

/** Writes every file below a folder, piece by piece, and returns their paths. */
export function writeLongRecords(growth: Growth, amount: Amount, folder: string): string[] {
  const sources = sourcesOf(growth);
  const own = ownIds(sources, growth.ids);
  for (const source of sources) {
    const path = join(folder, source.path);
    mkdirSync(dirname(path), { recursive: true });
    const file = openSync(path, 'w');
    let held: string[] = [];
    const flush = () => {
      writeSync(file, held.join(''));
      held = [];
    };
    grow(source, growth, own, amount, (line) => {
      if (held.push(`${line}\n`) >= 200) flush();
    });
    flush();
    closeSync(file);
  }
  return sources.map(({ path }) => path);
}

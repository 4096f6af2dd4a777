/**
 * Writes harnesses/event-types.ts: for each harness the types of native events that the captures of its pinned version
 * hold. A type that is not among them is new to us.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { HARNESSES } from '../../harnesses/index.ts';
import { fixturesOf, native } from '../../tests/harnesses/fixtures.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The version of a harness's captures, and every type of event in them, sorted. */
function typesOf(id: string): { readonly version: string; readonly types: readonly string[] } | null {
  const folder = join(ROOT, 'fixtures', 'harnesses', id);
  const harness = HARNESSES.get(id);
  if (harness === undefined || !existsSync(folder) || readdirSync(folder).length === 0) return null;
  const types = new Set<string>();
  const versions = new Set<string>();
  for (const { facts, files } of fixturesOf(id)) {
    if (facts.version !== null) versions.add(facts.version);
    const trace = harness.decode(files.map(({ path, lines }) => native(path, lines)));
    for (const type of Object.keys(trace.eventTypes)) types.add(type);
  }
  const [version, another] = [...versions];
  if (another !== undefined)
    throw new Error(`The captures of ${id} are of several versions: ${[...versions].join(', ')}`);
  return version === undefined || types.size === 0 ? null : { version, types: [...types].sort() };
}

/** Generated files by path. */
export function generate(): Map<string, string> {
  const entries = [...HARNESSES.keys()].flatMap((id) => {
    const found = typesOf(id);
    if (found === null) return [];
    const types = found.types.map((type) => `      '${type}',`);
    return [`  ${id}: {`, `    version: '${found.version}',`, '    types: [', ...types, '    ],', '  },'];
  });
  const lines = [
    '/** Types of native events in the captures of each harness. Written by tools/generators/event-types.ts; do not edit. */',
    "import type { EventSchema } from '../records/harness.ts';",
    '',
    '/** By harness id; a harness without events has no entry. */',
    'export const EVENT_SCHEMAS: Readonly<Record<string, EventSchema>> = {',
    ...entries,
    '};',
    '',
  ];
  return new Map([['harnesses/event-types.ts', lines.join('\n')]]);
}

/** The package with a page that no CLI shows whole at once. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { WORK } from './work-folder.ts';
import { PACKAGE } from './workflow-script.ts';

/** Writes the package with a far too long router below the folder of real runs; the folder it lies in. */
export function writePackageTooLong(name: string): string {
  const folder = join(WORK, name);
  rmSync(folder, { recursive: true, force: true });
  const rules = Array.from(
    { length: 2500 },
    (_, at) => `Rule ${at + 1} of a page that is far too long to be shown whole.`,
  );
  const files = { ...PACKAGE.files, 'router.md': `${PACKAGE.files['router.md']}\n${rules.join('\n')}\n` };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** The files of the dashboard: as they are served on this machine, and as they lie on a results branch. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerFile } from '../bench-results/files.ts';
import { sha256Hex } from '../records/digest.ts';
import { errorCode } from './files.ts';

/** The files of the page and what they are. */
export const PAGE_TYPES = {
  'index.html': 'text/html',
  'dashboard.js': 'text/javascript',
  'dashboard.css': 'text/css',
} as const;

/** The bytes of the page's files by their names; null where this build ships none. `dataDir`: the shipped data. */
export function dashboardFiles(dataDir: string): ReadonlyMap<string, Uint8Array> | null {
  const files = new Map<string, Uint8Array>();
  for (const name of Object.keys(PAGE_TYPES)) {
    try {
      files.set(name, new Uint8Array(readFileSync(join(dataDir, 'dashboard', name))));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      throw error;
    }
  }
  return files;
}

/**
 * The page for a results branch. Script and style sheet carry their digest in their names: they are written once, and
 * again only when another version of Operant brings others, and no browser takes an old one for a new page.
 */
export function branchPage(dataDir: string): readonly LedgerFile[] {
  const files = dashboardFiles(dataDir);
  const text = (name: string): string => new TextDecoder().decode(files?.get(name));
  if (files === null) return [];
  let html = text('index.html');
  const assets = ['dashboard.js', 'dashboard.css'].map((name) => {
    const path = name.replace('.', `-${sha256Hex(text(name)).slice(0, 12)}.`);
    html = html.replace(`"${name}"`, `"${path}"`);
    return { path, text: text(name) };
  });
  return [...assets, { path: 'index.html', text: html }];
}

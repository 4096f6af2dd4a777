/** What reading asks of a browser: files beside the page, and SHA-256. */
import type { Surroundings } from '../reading.ts';

/** The browser as the surroundings of a reading. */
export const BROWSER: Surroundings = { fetch: fetchFile, sha256 };

/** A file beside the page. A server that has none says 404, or 204 where that is expected. */
async function fetchFile(path: string): Promise<Uint8Array | null> {
  const response = await fetch(path, { credentials: 'same-origin', cache: 'no-cache' });
  if (response.status === 404 || response.status === 204) return null;
  if (!response.ok) throw new Error(`Cannot read ${path}: the server answers ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  let hex = '';
  for (const byte of hash) hex += HEX[byte] ?? '';
  return hex;
}

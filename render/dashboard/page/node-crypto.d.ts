/**
 * The page computes hashes with the browser. The types that it shares name a file that hashes with Node, which is no
 * part of its bundle: this stands in for Node's types, so that none of Node's globals look usable here.
 */
declare module 'node:crypto' {
  interface Hash {
    update(bytes: string | Uint8Array): Hash;
    digest(encoding: 'hex'): string;
  }
  export function createHash(algorithm: string): Hash;
}

/** The runner's end of a guard's FIFO: hears every call while the trial runs. */
import { constants, fstatSync, openSync, readSync } from 'node:fs';
import { Socket } from 'node:net';

/** Most bytes that are kept of what came through the FIFO; a flood is a problem, not memory. */
const MAX_HEARD = 1024 * 1024;
const CHUNK = 64 * 1024;

/** What the FIFO gave. `missed`: something was written after what was heard last, and somebody else read it. */
export interface Heard {
  readonly text: string;
  readonly flooded: boolean;
  readonly missed: boolean;
}

/** Listens at a FIFO until it is stopped; whoever wrote must have ended by then, or goes on unheard. */
export function listen(fifo: string): { readonly stop: () => Heard } {
  // Read and write: with a write end of our own the read end never sees an end of file between two calls.
  const descriptor = openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK);
  const socket = new Socket({ fd: descriptor, readable: true, writable: false });
  // A trial that ends in an error never stops listening, and must not keep the process alive by it.
  socket.unref();
  const chunks: Buffer[] = [];
  let size = 0;
  // The kernel notes when a FIFO was written to, whoever reads it.
  const written = () => fstatSync(descriptor, { bigint: true }).mtimeNs;
  let last = written();
  const hear = (chunk: Buffer) => {
    last = written();
    if (size < MAX_HEARD) chunks.push(chunk);
    size += chunk.length;
  };
  socket.on('data', hear);
  socket.on('error', () => undefined);
  return {
    stop: () => {
      // What was written before the last process ended is in the pipe already.
      for (let chunk = readNow(descriptor); chunk !== null && size <= MAX_HEARD; chunk = readNow(descriptor)) {
        hear(chunk);
      }
      const missed = written() !== last;
      socket.destroy();
      return { text: Buffer.concat(chunks).toString('utf8'), flooded: size > MAX_HEARD, missed };
    },
  };
}

/** What lies in the pipe, a piece of it; null when it is empty. */
function readNow(descriptor: number): Buffer | null {
  const chunk = Buffer.allocUnsafe(CHUNK);
  try {
    return chunk.subarray(0, readSync(descriptor, chunk));
  } catch {
    // EAGAIN: nothing there.
    return null;
  }
}

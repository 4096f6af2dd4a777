/** Rendering a mail with its label takes this long. */
export const WORK_MS = 2100;
/** A worker that found nothing looks again after this time. */
export const POLL_MS = 100;

/** Starts a worker that has its hands free from the given instant on. It stops when the queue is empty. */
export function startWorker(name, freeFrom, { clock, queue, transport }) {
  const look = () => {
    const notice = queue.claim(name);
    if (notice !== null) {
      clock.at(clock.now() + WORK_MS, () => deliver(notice));
      return;
    }
    if (!queue.empty) clock.at(clock.now() + POLL_MS, look);
  };
  const deliver = (notice) => {
    transport.send(notice, name);
    queue.finish(notice.id);
    look();
  };
  clock.at(freeFrom, look);
}

import { isFree, leaseEnd } from './lease.mjs';

/** Notices in the order of their arrival. A notice stays until a worker says that it is finished. */
export class Queue {
  #clock;
  #notices = [];

  constructor(clock) {
    this.#clock = clock;
  }

  enqueue(id, to) {
    const enqueuedAt = this.#clock.now();
    this.#notices.push({ id, to, enqueuedAt, claimedAt: null, leasedUntil: null, holder: null });
  }

  /** The oldest notice that is free, now leased to this worker; null when there is none. */
  claim(worker) {
    const now = this.#clock.now();
    const notice = this.#notices.find((one) => isFree(one, now));
    if (notice === undefined) return null;
    notice.holder = worker;
    notice.claimedAt = now;
    notice.leasedUntil = leaseEnd(notice);
    return notice;
  }

  finish(id) {
    this.#notices = this.#notices.filter((one) => one.id !== id);
  }

  get empty() {
    return this.#notices.length === 0;
  }
}

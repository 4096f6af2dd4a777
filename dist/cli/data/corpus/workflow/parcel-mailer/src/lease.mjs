/** How long a worker may keep a notice. Longer than any mail takes to render. */
export const LEASE_MS = 5000;

/** The instant at which the lease of a claimed notice ends. */
export function leaseEnd(notice) {
  return notice.enqueuedAt + LEASE_MS;
}

/** Whether a notice may be claimed. */
export function isFree(notice, now) {
  return notice.leasedUntil === null || notice.leasedUntil <= now;
}

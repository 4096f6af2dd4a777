/** A clock that moves only when it is run. Jobs due at one instant run in the order in which they were set. */
export function fakeClock() {
  const jobs = [];
  let now = 0;
  return {
    now: () => now,
    at(instant, job) {
      jobs.push({ instant, job });
    },
    run() {
      while (jobs.length > 0) {
        const next = Math.min(...jobs.map(({ instant }) => instant));
        const [due] = jobs.splice(
          jobs.findIndex(({ instant }) => instant === next),
          1,
        );
        now = next;
        due.job();
      }
    },
  };
}

/** One notice, two workers, and the waiting time of the evening peak, on a clock of our own that starts at 0. */
import { fakeClock } from '../src/clock.mjs';
import { Queue } from '../src/queue.mjs';
import { Transport } from '../src/transport.mjs';
import { startWorker } from '../src/worker.mjs';

/** When the desk puts the notice on the queue. */
const ENQUEUED_AT = 1400;
/** Both workers are busy with older notices for this long after that. */
const QUEUE_WAIT_MS = 3200;

const clock = fakeClock();
const queue = new Queue(clock);
const transport = new Transport(() => undefined);

clock.at(ENQUEUED_AT, () => queue.enqueue('m-2207', 'harbour desk'));
for (const name of ['worker-a', 'worker-b']) {
  startWorker(name, ENQUEUED_AT + QUEUE_WAIT_MS, { clock, queue, transport });
}
clock.run();

const count = transport.countOf('m-2207');
console.log(`m-2207 was mailed ${count} time${count === 1 ? '' : 's'}`);
process.exitCode = count === 1 ? 0 : 1;

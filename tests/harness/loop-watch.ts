import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

// Loaded into the app with `--import`, before anything of it: tells over a socket of its own how long the app's event loop
// was held. Measured is the processor time of its thread from one turn to the next: that of other processes doesn't count.

let longest = 0;
let since = process.threadCpuUsage();

function endTurn(): void {
  const { user, system } = process.threadCpuUsage(since);
  longest = Math.max(longest, (user + system) / 1_000);
  since = process.threadCpuUsage();
  // Without a reference it runs once in each turn, and the loop still sleeps while there is nothing to do.
  setImmediate(endTurn).unref();
}

const { LOOP_WATCH } = process.env;
// Threads get the options of the process that starts them.
if (isMainThread && LOOP_WATCH !== undefined) {
  // Not for the processes that the app starts.
  delete process.env.LOOP_WATCH;
  endTurn();
  createServer((_request, response) => {
    response.end(String(longest));
    longest = 0;
  })
    .listen(LOOP_WATCH)
    .unref();
}

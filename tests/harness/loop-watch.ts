import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

// Loaded with `--import` before the app: reports over a socket of its own how long the app's event loop
// was held. It measures the thread's processor time between turns, without that of other processes.

let longest = 0;
let since = process.threadCpuUsage();

function endTurn(): void {
  const { user, system } = process.threadCpuUsage(since);
  longest = Math.max(longest, (user + system) / 1_000);
  since = process.threadCpuUsage();
  // Unreferenced, it runs once in each turn, and the loop can still sleep.
  setImmediate(endTurn).unref();
}

const { LOOP_WATCH } = process.env;
// Threads inherit the options of their process.
if (isMainThread && LOOP_WATCH !== undefined) {
  // Child processes of the app aren't measured.
  delete process.env.LOOP_WATCH;
  endTurn();
  createServer((_request, response) => {
    response.end(String(longest));
    longest = 0;
  })
    .listen(LOOP_WATCH)
    .unref();
}

import type { QueuedJob } from '~/engine/queue/index.server';

import { startDue } from './worker.server';

/**
 * The word that a job waits, sent with its row: a process that works hears it at the commit. Which job is taken up,
 * the table decides (docs/decisions/0027).
 */
export const mediaTurn: QueuedJob<object> = {
  name: 'media-turn',
  retries: 3,
  parse: () => ({}),
  run: startDue,
};

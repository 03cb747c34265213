import type { QueuedJob } from '~/engine/queue/index.server';

import { indexMessages } from './index-messages.server';

/** What an import brought in: its owner would else look in vain until the clock's job comes round. */
export const indexSoon: QueuedJob<object> = {
  name: 'index-soon',
  parse: () => ({}),
  // The job of each minute does what this one did not.
  retries: 0,
  run: indexMessages,
};

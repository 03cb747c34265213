import type { BackgroundWork } from '~/engine/queue/index.server';
import { purgeOutbox } from '~/gateways/email/index.server';

import { purgeFailures } from './failures/failure-actions.server';

export const emailBackground: BackgroundWork = {
  scheduled: [
    { name: 'clear-outbox', cron: '41 3 * * *', run: purgeOutbox },
    { name: 'tidy-mail-failures', cron: '47 3 * * *', run: purgeFailures },
  ],
  queued: [],
};

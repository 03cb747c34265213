import type { BackgroundWork } from '~/engine/queue/index.server';

import { purgeContents } from './library/content/content-actions.server';
import { purgeBriefs } from './wizard/briefs/brief-actions.server';

export const copywritingBackground: BackgroundWork = {
  scheduled: [
    { name: 'tidy-contents', cron: '17 * * * *', run: purgeContents },
    { name: 'tidy-briefs', cron: '37 * * * *', run: purgeBriefs },
  ],
  queued: [],
};

import type { BackgroundWork } from '~/engine/queue/index.server';

import { embedSources } from './knowledge/search/embeddings.server';
import { purgeSources } from './knowledge/sources/source-objects.server';
import {
  drainSources,
  readSource,
  resumeSources,
} from './knowledge/sources/reading/read-source.server';
import { purgeLogos } from './look/logos.server';

export const brandBackground: BackgroundWork = {
  scheduled: [
    { name: 'embed-sources', cron: '* * * * *', run: embedSources },
    { name: 'sweep-brand-logos', cron: '56 4 * * *', run: purgeLogos },
    { name: 'purge-sources', cron: '51 * * * *', run: purgeSources },
    { name: 'resume-sources', cron: '* * * * *', run: () => resumeSources() },
  ],
  queued: [readSource],
  start: resumeSources,
  stop: drainSources,
};

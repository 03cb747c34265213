import { readProfileList } from '~/features/brand/index.server';
import { isImageDemo } from '~/gateways/images/index.server';
import { sql } from '~/lib/db/index.server';
import { currentSequence } from '~/engine/events/index.server';
import type { UserScope } from '~/lib/scope';

import { imageModels, readyLoras } from '../images/image-models.server';
import { readGallery } from '../gallery/gallery-actions.server';
import { readOpenJobs } from '../jobs/job-view.server';
import type { ImageStudioData, VideoStudioData } from './studio';
import { videoModels } from '../videos/video-models.server';

export async function readImageStudio(userId: UserScope): Promise<ImageStudioData> {
  // First: a change during the other reads is then published to the page once more, rather than missed.
  const seq = await currentSequence(sql, userId);
  const [profiles, loras, jobs, page] = await Promise.all([
    readProfileList(userId),
    readyLoras(sql, userId),
    readOpenJobs(userId),
    readGallery(userId, { before: null, favourite: false, from: null, to: null }),
  ]);
  return { models: imageModels(), loras, demo: isImageDemo(), profiles, jobs, page, seq };
}

export async function readVideoStudio(userId: UserScope): Promise<VideoStudioData> {
  // First: a change during the other reads is then published to the page once more, rather than missed.
  const seq = await currentSequence(sql, userId);
  const [jobs, page] = await Promise.all([
    readOpenJobs(userId),
    readGallery(userId, { before: null, favourite: false, kind: 'video', from: null, to: null }),
  ]);
  return { models: videoModels(), jobs, page, seq };
}

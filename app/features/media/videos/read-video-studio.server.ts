import { sql } from '~/lib/db/index.server';
import { currentSequence } from '~/engine/events/index.server';

import { readGallery } from '../gallery/gallery.server';
import { readOpenJobs } from '../jobs/view-job.server';
import { videoModels } from './video-models.server';
import type { VideoStudioData } from './video-studio-data';

/** What the page of videos begins with. */
export async function readVideoStudio(userId: string): Promise<VideoStudioData> {
  // Before the rest: what changes meanwhile is told once more, not left out.
  const seq = await currentSequence(sql, userId);
  const [jobs, page] = await Promise.all([
    readOpenJobs(userId),
    readGallery(userId, { before: null, favourite: false, kind: 'video', from: null, to: null }),
  ]);
  return { models: videoModels(), jobs, page, seq };
}

import type { ItemRow } from '../gallery/item-data.server';
import { itemView } from '../gallery/item-view';
import type { JobView } from '../media';
import type { JobRow } from './job-data.server';

/** What is shown of a job of any kind, with those of `items` that are its own. */
export function jobBase(job: JobRow, items: readonly ItemRow[]): Omit<JobView, 'kind' | 'request'> {
  return {
    id: job.id,
    state: job.state,
    progress: job.progress,
    reason: job.reason,
    tokens: job.tokens,
    usedTokens: job.usedTokens,
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
    items: items.filter(({ jobId }) => jobId === job.id).map(itemView),
  };
}

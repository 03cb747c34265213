import type { ItemRow } from '../items/item-table.server';
import { itemView } from '../items/item-view';
import type { JobView } from '../media';
import type { JobRow } from './job-table.server';

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

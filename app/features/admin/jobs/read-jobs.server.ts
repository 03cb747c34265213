import { listFailedJobs } from '~/engine/queue/index.server';
import { sql } from '~/lib/db/index.server';
import { isId } from '~/lib/ids.server';

import type { JobsView } from './jobs-view';
import { listFailedMedia } from './media-report.server';

const PAGE = 25;

/** What failed: work of the site, and what was to be made for users. */
export async function readJobs(search: URLSearchParams): Promise<JobsView> {
  const [work, media] = await Promise.all([
    listFailedJobs({ before: cursorIn(search, 'work'), limit: PAGE + 1 }),
    listFailedMedia(sql, { before: cursorIn(search, 'media'), limit: PAGE + 1 }),
  ]);
  return {
    work: work.slice(0, PAGE).map(({ id, name, cause, failedAt }) => {
      return { id, name, cause, failedAt: failedAt.toISOString() };
    }),
    workCursor: nextOf(work),
    media: media.slice(0, PAGE).map(({ finishedAt, ...job }) => {
      return { ...job, failedAt: finishedAt?.toISOString() ?? null };
    }),
    mediaCursor: nextOf(media),
  };
}

function cursorIn(search: URLSearchParams, name: string): string | null {
  const id = search.get(name) ?? undefined;
  return isId(id) ? id : null;
}

function nextOf(rows: { id: string }[]): string | null {
  return rows.length > PAGE ? (rows[PAGE - 1]?.id ?? null) : null;
}

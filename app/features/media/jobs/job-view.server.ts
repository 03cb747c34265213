import { type LiveEvent, sequenceOf } from '~/engine/events/index.server';
import { sql, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { beginning, itemView, lightItem } from '../gallery/item-view';
import type { JobView } from '../media';
import { mediaTexts } from '../texts';
import { findJob, type JobRow, listOpenJobs } from './job-data.server';
import { mediaKind } from './kinds.server';
import type { ItemRow } from '../gallery/item-data.server';
import type { JobsStart } from '../notices/job-end';

/** Jobs as people see them, by kind. */
async function viewJobs(sql: Sql, rows: readonly JobRow[]): Promise<JobView[]> {
  const views: JobView[] = [];
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const ofKind = rows.filter((row) => row.kind === kind);
    const seen = await mediaKind(kind).view(sql, ofKind);
    views.push(
      ...seen.map((view) => ({
        ...view,
        mail: ofKind.some(({ id, mailWanted: emailWanted }) => id === view.id && emailWanted),
      })),
    );
  }
  return views;
}

export async function viewJob(job: JobRow): Promise<JobView> {
  const [view] = await viewJobs(sql, [job]);
  if (!view) throw new Error('a job without a view');
  return view;
}

/** @throws AppError `not-found` */
export async function readJob(userId: UserScope, id: string | undefined): Promise<JobView> {
  const row = isId(id) ? await findJob(sql, userId, id) : null;
  if (!row) throw new AppError('not-found', mediaTexts.jobGone);
  return viewJob(row);
}

/** What waits, runs, or ended within the last hour; oldest first. */
export async function readOpenJobs(userId: UserScope): Promise<JobView[]> {
  const views = await viewJobs(sql, await listOpenJobs(sql, userId));
  return views.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** How a job stands, as tabs are told. */
export async function jobEvent(tx: Sql, job: JobRow): Promise<LiveEvent> {
  const [view] = await viewJobs(tx, [job]);
  if (!view) throw new Error('a job has no view');
  return { topic: 'media-job', data: { job: light(view) } };
}

/** The same with what goes along with the job, such as the LoRA that it trains. */
export async function jobEvents(tx: Sql, job: JobRow): Promise<LiveEvent[]> {
  const along = (await mediaKind(job.kind).along?.(tx, job)) ?? [];
  return [await jobEvent(tx, job), ...along];
}

function light(view: JobView): JobView {
  const items = view.items.map(lightItem);
  switch (view.kind) {
    case 'image': {
      const { prompt, ...request } = view.request;
      delete request.negativePrompt;
      return { ...view, request: { ...request, brandText: '', prompt: beginning(prompt) }, items };
    }
    case 'video':
      return {
        ...view,
        request: { ...view.request, prompt: beginning(view.request.prompt) },
        items,
      };
    case 'lora':
      return view;
  }
}

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

/** In one statement, so that all of it is of one instant: what ends later has a greater number. */
export async function readJobsStart(userId: UserScope): Promise<JobsStart> {
  const [row] = await sql.query<Omit<JobsStart, 'at'> & { at: Date }>(
    `SELECT ${sequenceOf('$1')} AS seq, now() AS at,
            ARRAY(SELECT id::text FROM media_jobs WHERE user_id = $1::uuid AND state = 'queued'
                  UNION ALL
                  SELECT id::text FROM media_jobs WHERE user_id = $1::uuid AND state = 'running') AS going_on`,
    [userId],
    { prepared: true },
  );
  return { ...row!, at: row!.at.toISOString() };
}

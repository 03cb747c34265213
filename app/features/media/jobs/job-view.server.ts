import { type LiveEvent, sequenceOf } from '~/engine/events/index.server';
import { isOutboxUsed } from '~/features/email/index.server';
import { sql, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { beginning, itemView, lightItem } from '../gallery/item-view';
import type { JobView } from '../media';
import { mediaTexts } from '../refusals';
import { findJob, type JobRow, listOpenJobs } from './job-data.server';
import { mediaKind } from './kinds.server';
import type { ItemRow } from '../gallery/item-data.server';
import type { JobsStart } from '../notices/job-end';

async function viewJobs(sql: Sql, rows: readonly JobRow[]): Promise<JobView[]> {
  const views: JobView[] = [];
  const canEmail = !isOutboxUsed();
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const ofKind = rows.filter((row) => row.kind === kind);
    const wanted = new Set(ofKind.filter(({ mailWanted }) => mailWanted).map(({ id }) => id));
    for (const view of await mediaKind(kind).view(sql, ofKind)) {
      views.push({ ...view, ...(canEmail && { mail: wanted.has(view.id) }) });
    }
  }
  return views;
}

export async function viewJob(job: JobRow, on: Sql = sql): Promise<JobView> {
  const [view] = await viewJobs(on, [job]);
  if (!view) throw new Error('a job without a view');
  return view;
}

/** @throws AppError `not-found` */
export async function readJob(userId: UserScope, id: string | undefined): Promise<JobView> {
  const row = isId(id) ? await findJob(userId, id) : null;
  if (!row) throw new AppError('not-found', mediaTexts.jobGone);
  return viewJob(row);
}

/** Jobs that wait, run, or ended within the last hour; oldest first. */
export async function readOpenJobs(userId: UserScope): Promise<JobView[]> {
  const views = await viewJobs(sql, await listOpenJobs(sql, userId));
  return views.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** A job as it is now, for tabs. */
export async function jobEvent(sql: Sql, job: JobRow): Promise<LiveEvent> {
  return { topic: 'media-job', data: { job: lightJob(await viewJob(job, sql)) } };
}

/** The same with what its kind adds, such as the LoRA that it trains. */
export async function jobEvents(sql: Sql, job: JobRow): Promise<LiveEvent[]> {
  const along = (await mediaKind(job.kind).along?.(sql, job)) ?? [];
  return [await jobEvent(sql, job), ...along];
}

function lightJob(view: JobView): JobView {
  const items = view.items.map((item) => {
    const light = lightItem(item);
    delete light.placeholder;
    return light;
  });
  switch (view.kind) {
    case 'image': {
      const { prompt, ...request } = view.request;
      delete request.negativePrompt;
      delete request.subjectText;
      return { ...view, request: { ...request, brandText: '', prompt: beginning(prompt) }, items };
    }
    case 'video': {
      const prompt = beginning(view.request.prompt);
      return { ...view, request: { ...view.request, prompt }, items };
    }
    case 'lora':
      return view;
  }
}

/** What a view has of a job of any kind; `items` may hold other jobs' items too. */
export function jobBase(
  job: JobRow,
  items: readonly ItemRow[] = [],
): Omit<JobView, 'kind' | 'request'> {
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

/** SQL: one statement sees a single instant, so that whatever ends later has a greater sequence. */
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

import { listFailedJobs, retryFailed } from '~/engine/queue/index.server';
import { recordAct } from '~/features/accounts/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import type { MediaJob, User } from '~/lib/prisma/client';

import { adminTexts } from '../texts';
import type { ActingAdmin } from '../act-answer.server';

/** A job of the queue that was given up. */
export interface FailedJob {
  id: string;
  name: string;
  /** Names and codes of the error. */
  cause: string;
  /** ISO 8601. */
  failedAt: string;
}

/** A media job without what the user requested, which is private. */
export type FailedMedia = Omit<FailedMediaRow, 'finishedAt'> & { failedAt: string | null };

export interface JobsView {
  work: FailedJob[];
  /** Where the next page of each list begins; null on the last one. */
  workCursor: string | null;
  media: FailedMedia[];
  mediaCursor: string | null;
}

const PAGE = 25;

/** What failed: jobs of the queue, and media jobs of users. */
export async function readJobs(search: URLSearchParams): Promise<JobsView> {
  const [work, media] = await Promise.all([
    listFailedJobs({ before: cursorIn(search, 'work'), limit: PAGE + 1 }),
    listFailedMedia({ before: cursorIn(search, 'media'), limit: PAGE + 1 }),
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

type FailedMediaRow = Pick<MediaJob, 'id' | 'kind' | 'userId' | 'reason' | 'finishedAt'> &
  Pick<User, 'email'>;

/**
 * Newest first (ids sort by time), without the user's request. SQL: PostgreSQL uses the partial index on failed jobs
 * only if the state is a constant.
 */
function listFailedMedia({
  before,
  limit,
}: {
  before: string | null;
  limit: number;
}): Promise<FailedMediaRow[]> {
  return sql.query<FailedMediaRow>(
    `SELECT j.id, j.kind, j.user_id, u.email, j.reason, j.finished_at
       FROM media_jobs j JOIN users u ON u.id = j.user_id
      WHERE j.state = 'failed' AND ($2::uuid IS NULL OR j.id < $2::uuid)
      ORDER BY j.id DESC LIMIT $1::int`,
    [limit, before],
  );
}

/** Puts a job that was given up back into the queue. @throws AppError `not-found` */
export async function retryJob(admin: ActingAdmin, id: string | undefined): Promise<void> {
  if (!isId(id)) throw new AppError('not-found', adminTexts.jobGone);
  await transaction(async (tx) => {
    const name = await retryFailed(id, tx);
    if (name === null) throw new AppError('not-found', adminTexts.jobGone);
    await recordAct(tx, {
      actorId: admin.id,
      address: admin.address,
      action: 'retry-job',
      targetId: null,
      after: { job: name },
    });
  });
}

import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import type { JobView } from '../media';
import { mediaMessages } from '../messages';
import { findJob, listOpenJobs, type JobRow } from './job-table.server';
import { mediaKind } from './kinds.server';

export async function viewJob(job: JobRow): Promise<JobView> {
  const [view] = await mediaKind(job.kind).view(sql, [job]);
  if (!view) throw new Error('a job without a view');
  return view;
}

/** @throws AppError `not-found` */
export async function readJob(userId: string, id: string | undefined): Promise<JobView> {
  const row = isId(id) ? await findJob(sql, userId, id) : null;
  if (!row) throw new AppError('not-found', mediaMessages.jobGone);
  return viewJob(row);
}

/** What waits, runs, or ended within the last hour; oldest first. */
export async function readOpenJobs(userId: string): Promise<JobView[]> {
  const rows = await listOpenJobs(sql, userId);
  const views: JobView[] = [];
  for (const kind of new Set(rows.map((row) => row.kind))) {
    views.push(
      ...(await mediaKind(kind).view(
        sql,
        rows.filter((row) => row.kind === kind),
      )),
    );
  }
  return views.sort((one, other) => (one.id < other.id ? -1 : 1));
}

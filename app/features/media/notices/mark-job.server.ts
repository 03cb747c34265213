import { findContact } from '~/features/accounts/index.server';
import { publish } from '~/engine/events/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { findJob, setMailWanted, setSeen } from '../jobs/job-data.server';
import { jobEvent, readJob } from '../jobs/view-job.server';
import type { JobView } from '../media';
import { mediaTexts } from '../texts';

export type JobMark = { mail: boolean } | { seen: true };

/**
 * Whether a mail is to tell of a job's end; or that a tab has told of it, so that none is needed.
 * @throws AppError `not-found`; `conflict` when it is too late, or nobody has confirmed the address
 */
export async function markJob(
  userId: string,
  id: string | undefined,
  mark: JobMark,
): Promise<JobView> {
  if (!isId(id)) throw new AppError('not-found', mediaTexts.jobGone);
  if ('seen' in mark) {
    if (!(await setSeen(sql, userId, id))) await refuse(userId, id, mediaTexts.notOver);
  } else {
    await wish(userId, id, mark.mail);
  }
  return readJob(userId, id);
}

async function wish(userId: string, id: string, mail: boolean): Promise<void> {
  if (mail && !(await findContact(sql, { userId }))?.emailVerified) {
    await refuse(userId, id, mediaTexts.mailUnverified);
  }
  const isOpen = await transaction(async (tx) => {
    const row = await setMailWanted(tx, userId, id, mail);
    if (row) await publish(tx, userId, await jobEvent(tx, row));
    return row !== null;
  });
  if (!isOpen) await refuse(userId, id, mediaTexts.over);
}

/** Another's job is not there, whatever is the matter with one's own. */
async function refuse(userId: string, id: string, text: string): Promise<never> {
  const own = await findJob(sql, userId, id);
  throw own ? new AppError('conflict', text) : new AppError('not-found', mediaTexts.jobGone);
}

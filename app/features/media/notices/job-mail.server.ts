import { z } from 'zod';

import { findContact } from '~/features/accounts/index.server';
import { deliver } from '~/features/email/index.server';
import type { QueuedJob } from '~/engine/queue/index.server';
import { sql } from '~/lib/db/index.server';
import { appUrl } from '~/lib/env.server';

import { claimMail, unclaimMail } from '../jobs/job-data.server';
import { viewJob } from '../jobs/job-view.server';
import { endMail } from './job-end';

/** So long a tab has to say that it told of the end. */
export const MAIL_AFTER_SECONDS = 15;

const schema = z.object({ userId: z.uuid(), jobId: z.uuid() });

/**
 * The mail about the end of a job that no tab told of. It is marked as sent before it is: a process that dies in
 * between must not lead to a second one.
 */
export const jobMail: QueuedJob<z.output<typeof schema>> = {
  name: 'media-job-mail',
  parse: (data) => schema.parse(data),
  retries: 8,
  run: send,
};

async function send({ userId, jobId }: z.output<typeof schema>): Promise<void> {
  const user = await findContact(sql, { userId });
  // An address that no one has confirmed may be anyone's.
  if (!user || user.disabled || !user.emailVerified) return;
  const job = await claimMail(sql, userId, jobId);
  if (!job) return;
  try {
    await deliver(user.email, endMail(await viewJob(job), appUrl()), { kind: 'notice' });
  } catch (error) {
    await unclaimMail(sql, userId, jobId);
    throw error;
  }
}

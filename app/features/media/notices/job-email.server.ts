import { z } from 'zod';

import { findContact } from '~/features/accounts/index.server';
import { deliver } from '~/features/email/index.server';
import type { QueuedJob } from '~/engine/queue/index.server';
import { appUrl } from '~/settings/env.server';
import { userScope } from '~/lib/scope';

import { claimEmail, unclaimEmail } from '../jobs/job-data.server';
import { viewJob } from '../jobs/job-view.server';
import { endEmail } from './job-end';

/** How long a tab has to report that it announced the end. */
export const EMAIL_AFTER_SECONDS = 15;

const schema = z.object({ userId: z.uuid().transform(userScope), jobId: z.uuid() });

/**
 * The email about the end of a job that no tab announced. It is claimed before it is sent: a process that dies in between
 * must not lead to a second one.
 */
export const jobEmail: QueuedJob<z.output<typeof schema>> = {
  name: 'media-job-mail',
  parse: (data) => schema.parse(data),
  retries: 8,
  run: send,
};

async function send({ userId, jobId }: z.output<typeof schema>): Promise<void> {
  const user = await findContact({ userId });
  // An unconfirmed address may be anyone's.
  if (!user || user.disabled || !user.emailVerified) return;
  const job = await claimEmail(userId, jobId);
  if (!job) return;
  try {
    await deliver(user.email, endEmail(await viewJob(job), appUrl()), { kind: 'notice' });
  } catch (error) {
    await unclaimEmail(userId, jobId);
    throw error;
  }
}

import { z } from 'zod';

import { deliver } from '~/features/email/index.server';
import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import type { Sql } from '~/lib/db/index.server';
import { appUrl } from '~/settings/env.server';

import { accountDeletedEmail, deletionCanceledEmail, deletionRequestedEmail } from './emails';

const schema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('requested'),
    email: z.string(),
    requestedOn: z.string(),
    dueOn: z.string().nullable(),
  }),
  z.object({ kind: z.literal('cancelled'), email: z.string() }),
  z.object({ kind: z.literal('deleted'), email: z.string() }),
]);

type DeletionEmail = z.output<typeof schema>;

/** Sends an email about a deletion. The job has the address, because a deleted account no longer does. */
export const deletionEmailJob: QueuedJob<DeletionEmail> = {
  name: 'deletion-mail',
  parse: (data) => schema.parse(data),
  retries: 8,
  run: (message) => deliver(message.email, contentOf(message), { kind: 'notice' }),
};

/** The email is sent after the commit. */
export function queueDeletionEmail(message: DeletionEmail, sql: Sql): Promise<void> {
  return enqueue(deletionEmailJob, message, sql);
}

function contentOf(message: DeletionEmail) {
  switch (message.kind) {
    case 'requested':
      return deletionRequestedEmail({
        ...message,
        href: `${appUrl()}/settings?tab=deleteAccount`,
      });
    case 'cancelled':
      return deletionCanceledEmail();
    case 'deleted':
      return accountDeletedEmail();
  }
}

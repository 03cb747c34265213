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

/** Sends an email about a deletion. It carries the address: of a deleted account there is no other place to look. */
export const deletionEmailJob: QueuedJob<DeletionEmail> = {
  name: 'deletion-mail',
  parse: (data) => schema.parse(data),
  retries: 8,
  run: (message) => deliver(message.email, contentOf(message), { kind: 'notice' }),
};

/** Has the email sent, once the transaction is committed. */
export function queueDeletionEmail(message: DeletionEmail, tx: Sql): Promise<void> {
  return enqueue(deletionEmailJob, message, tx);
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

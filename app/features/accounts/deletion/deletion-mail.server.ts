import { z } from 'zod';

import { deliver } from '~/features/email/index.server';
import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import type { Sql } from '~/lib/db/index.server';
import { appUrl } from '~/lib/env.server';

import { accountDeletedMail, deletionCanceledMail, deletionRequestedMail } from './mails';

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

type DeletionMail = z.output<typeof schema>;

/** Sends a mail about a deletion. It carries the address: of a deleted account there is no other place to look. */
export const deletionMail: QueuedJob<DeletionMail> = {
  name: 'deletion-mail',
  parse: (data) => schema.parse(data),
  retries: 8,
  run: (mail) => deliver(mail.email, contentOf(mail), { kind: 'notice' }),
};

/** Has the mail sent, once the transaction is committed. */
export function queueDeletionMail(mail: DeletionMail, tx: Sql): Promise<void> {
  return enqueue(deletionMail, mail, tx);
}

function contentOf(mail: DeletionMail) {
  switch (mail.kind) {
    case 'requested':
      return deletionRequestedMail({ ...mail, href: `${appUrl()}/settings?tab=deleteAccount` });
    case 'cancelled':
      return deletionCanceledMail();
    case 'deleted':
      return accountDeletedMail();
  }
}

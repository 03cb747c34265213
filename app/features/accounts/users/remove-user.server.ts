import type { Sql } from '~/lib/db/index.server';

import { deleteInvitationsOf } from '../sign-up/invitations.server';
import { deleteUser } from './users.server';

/** Removes a user's row, and with it every row that is theirs; undefined when it was gone. */
export async function removeUser(tx: Sql, userId: string): Promise<{ email: string } | undefined> {
  const removed = await deleteUser(tx, userId);
  if (removed) await deleteInvitationsOf(tx, removed.email);
  return removed;
}

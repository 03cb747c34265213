import { sql } from '~/lib/db/index.server';
import { env } from '~/lib/env.server';

import { dayText, dueAfter, type DeletionView } from './deletion';
import { findDeletion, type DeletionRow } from './deletion-data.server';

export interface Person {
  id: string;
  timeZone: string | null;
}

/** The person's request, if there is one. */
export async function readDeletion({ id, timeZone }: Person): Promise<DeletionView | null> {
  const row = await findDeletion(sql, id);
  return row && viewDeletion(row, timeZone);
}

export function viewDeletion(
  { requestedAt, dueAt }: Pick<DeletionRow, 'requestedAt' | 'dueAt'>,
  timeZone: string | null,
): DeletionView {
  return {
    requestedOn: dayText(requestedAt, timeZone),
    dueOn: dueAt && dayText(dueAt, timeZone),
  };
}

/** The day on which a request of this moment would be carried out, in words; null: never by itself. */
export function wouldBeDueOn(now: Date, timeZone: string | null): string | null {
  const due = dueAfter(now, env().ACCOUNT_DELETION_DAYS);
  return due && dayText(due, timeZone);
}

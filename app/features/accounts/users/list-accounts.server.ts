import { sql } from '~/lib/db/index.server';

import { listAccountRows, type AccountCursor, type ListedAccount } from './users.server';

export type { ListedAccount } from './users.server';

const AT_ONCE = 500;

/** All accounts, or all admins, the oldest first: some at a time, however many there are. */
export async function* listAccounts({
  admins,
}: {
  admins: boolean;
}): AsyncGenerator<ListedAccount, void, undefined> {
  let after: AccountCursor | null = null;
  for (;;) {
    const rows: (ListedAccount & AccountCursor)[] = await listAccountRows(sql, {
      admins,
      after,
      limit: AT_ONCE,
    });
    yield* rows;
    after = rows.at(-1) ?? null;
    if (rows.length < AT_ONCE) return;
  }
}

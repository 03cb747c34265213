import { listActs } from '~/features/audit/index.server';
import { needsCode } from '~/features/auth/index.server';
import { getBalance, readAllowance } from '~/features/billing/index.server';
import { readStorage } from '~/features/storage/index.server';
import { sql } from '~/lib/db/index.server';
import { env } from '~/lib/env.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { actView } from '../act-view.server';
import { adminMessages } from '../messages';
import { userEntry } from './list-users.server';
import { countOf, findUserRow } from './user-report.server';
import type { UserDetails } from './user-view';

/** So many lines of the audit log stand on a user's page. */
const ACTS = 20;

/** What an admin sees of somebody: how they stand and how much they have, none of it to be read. @throws AppError `not-found` */
export async function openUser(id: string | undefined, now: Date): Promise<UserDetails> {
  const row = isId(id) ? await findUserRow(sql, id) : null;
  if (!row) throw new AppError('not-found', adminMessages.userGone);
  const [balance, counts, storage, twoFactor, acts, tokensAMonth] = await Promise.all([
    getBalance(row.id, now),
    countOf(sql, row.id),
    readStorage(row.id),
    needsCode(row.id),
    listActs(sql, { targetId: row.id, before: null, limit: ACTS }),
    readAllowance(sql, row.id),
  ]);
  return {
    ...userEntry(row),
    subscriptionStatus: balance.subscriptionStatus,
    subscriptionName: balance.subscriptionName,
    timeZone: row.timeZone,
    twoFactor,
    tokens: {
      ...balance.tokens,
      trialEndsAt: balance.trialEndsAt?.toISOString() ?? null,
      allowanceEndsAt: balance.allowanceEndsAt?.toISOString() ?? null,
      totalUsed: balance.totalTokensUsed,
      lastUse: balance.lastTokenUse?.toISOString() ?? null,
    },
    tokensAMonth: env().METERING === 'allowance' ? tokensAMonth : null,
    counts: { ...counts, storedBytes: storage.used },
    acts: acts.map(actView),
  };
}

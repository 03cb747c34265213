import { sql } from '~/lib/db/index.server';

import { countBackupCodes } from './backup-codes.server';
import type { TwoFactorState } from './two-factor';
import { enabledSince } from './two-factor-data.server';

/** Null where it is off. */
export async function twoFactorState(userId: string): Promise<TwoFactorState | null> {
  const since = await enabledSince(sql, userId);
  if (since === null) return null;
  return { since: since.toISOString(), backupCodes: await countBackupCodes(sql, userId) };
}

/** Whether a code is asked for beside this user's password. */
export async function needsCode(userId: string): Promise<boolean> {
  return (await enabledSince(sql, userId)) !== null;
}

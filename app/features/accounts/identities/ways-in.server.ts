import type { PrismaTx, Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { countPasskeysAt } from '../passkeys/passkey-data.server';
import { passkeyHost } from '../passkeys/relying-party.server';
import { hasPassword } from '../passwords/passwords.server';
import { findPasswordHash } from '../users/user-data.server';
import { issuerAddresses } from './configured-issuers.server';
import { countIdentities } from './identity-data.server';
import { IDENTITY_TEXTS } from './texts';

/**
 * Call this in the transaction that removed a way to sign in, with the user's row locked. Emailed links don't count as a
 * way, because email may not work.
 * @throws AppError `conflict` if it was the last one
 */
export async function requireWayIn(tx: PrismaTx, userId: UserScope): Promise<void> {
  if (hasPassword((await findPasswordHash(tx, userId)) ?? '')) return;
  const host = passkeyHost();
  if (host !== null && (await countPasskeysAt(tx, userId, host)) > 0) return;
  if ((await countIdentities(userId, tx, issuerAddresses())) > 0) return;
  throw new AppError('conflict', IDENTITY_TEXTS.lastWay);
}

/**
 * SQL: locks, so that changes of one user's ways to sign in come one after the other: two tabs can't both remove one because
 * of the other, or both add one because there was room.
 */
export async function lockUser(sql: Sql, userId: UserScope): Promise<void> {
  await sql.query('SELECT 1 FROM users WHERE id = $1::uuid FOR NO KEY UPDATE', [userId]);
}

import { publish } from '~/engine/events/index.server';
import { sql, transaction, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { clearLimit, limit, limitAddress } from '~/http/rate-limit.server';
import type { UserScope } from '~/lib/scope';

import { queueAccountEmail } from '../email/account-email.server';
import { consumeCode, endCodes, inspectCode } from '../email/action-code-data.server';
import { adminEmail } from '../email/admin-email.server';
import type { Client } from '../sessions/client';
import { PROVIDER_TEXTS } from '../texts';
import { hashPassword } from './passwords.server';
import { knownDevice, rememberDevice } from '../sessions/known-device.server';
import { publishSessionEnded } from '../sessions/session-events.server';
import { deleteSessionsOf } from '../sessions/session-data.server';
import { needsCode } from '../two-factor/two-factor-data.server';
import { findContact, updatePasswordHash, updateVerified } from '../users/user-data.server';

/**
 * Has a link to a new password sent to the account with this e-mail. Does the same whether there is one or not. What strangers
 * ask for does not count on a known device of the account.
 * @throws AppError too-many-requests
 */
export async function requestReset(email: string, client: Client): Promise<void> {
  const known = await knownDevice(client.cookie, email);
  if (known) {
    await limitAddress('reset-known-address', client.address);
    await limit('reset-known', known.by);
    await limit('reset-known-account', known.userId);
  } else {
    await limitAddress('reset-address', client.address);
    await limit('reset-account', email);
  }
  await queueAccountEmail({ kind: 'reset', email });
}

/**
 * Whose password the code of a link would reset.
 * @throws AppError invalid (expired; used or unknown), forbidden (disabled)
 */
export async function inspectReset(code: string): Promise<{ email: string }> {
  const { userId, email } = await inspectCode(sql, code, ['reset_password']);
  await requireEnabled(sql, userId);
  return { email };
}

/**
 * Sets the password (checked against the policy by the caller) of whom the link's code was sent to, and ends all their
 * sessions. Who reads the account's mailbox has verified its address by that; their browser is a known device from then on,
 * unless two-factor sign-in is on, so that no one who guesses keeps them out.
 * @throws AppError invalid (expired; used or unknown), forbidden (disabled), unavailable
 */
export async function resetPassword(
  code: string,
  password: string,
  client: Client,
): Promise<{ setCookies: string[] }> {
  // Before the hash, which costs far more than a look.
  await inspectReset(code);
  const hash = await hashPassword(password);
  const { userId, email } = await transaction(async (tx) => {
    const open = await consumeCode(tx, code, 'reset_password');
    await requireEnabled(tx, open.userId);
    // In this order: see openSession, which a sign-in with the old password may be in right now.
    await updatePasswordHash(tx, open.userId, hash);
    await deleteSessionsOf(tx, open.userId);
    await updateVerified(tx, open.userId, { adminEmail: adminEmail(), proven: true });
    // A thief of the session may be waiting for the link that gives the account their own address.
    await endCodes(tx, open.userId, ['verify_email', 'change_email']);
    await queueAccountEmail({ kind: 'password-changed', email: open.email }, tx);
    await publish(tx, open.userId, { topic: 'account', data: null });
    return open;
  });
  await publishSessionEnded({ userId });
  // Who forgot it has probably guessed until no more guesses were taken.
  await clearLimit('sign-in-account', email);
  if (await needsCode(userId)) return { setCookies: [] };
  return { setCookies: [await rememberDevice({ userId, passwordHash: hash }, client)] };
}

async function requireEnabled(on: Sql, userId: UserScope): Promise<void> {
  const user = await findContact(on, { userId });
  if (user?.disabled) throw new AppError('forbidden', PROVIDER_TEXTS['user-disabled']);
}

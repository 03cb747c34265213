import { publish } from '~/engine/events/index.server';
import { clearLimit, limit, limitAddress } from '~/http/rate-limit.server';
import { prismaTransaction, type PrismaTx, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { queueAccountEmail } from '../emails/send-account-email.server';
import { consumeCode, endCodes, inspectCode } from '../email-address/action-code-data.server';
import { deleteIdentitiesOf } from '../identities/identity-data.server';
import { deletePasskeysOf } from '../passkeys/passkey-data.server';
import { recordSecurityEvent } from '../security-events/security-event-data.server';
import { knownDevice, rememberDevice } from '../sessions/known-device.server';
import type { Client } from '../sessions/session';
import { deleteSessionsOf } from '../sessions/session-data.server';
import { publishSessionEnded } from '../sessions/session-events.server';
import { PROVIDER_TEXTS } from '../texts';
import { findSecondStep } from '../two-factor/second-step.server';
import { adminEmail } from '../users/user-actions.server';
import {
  findContact,
  hasProvenEmail,
  updatePasswordHash,
  updateVerified,
} from '../users/user-data.server';
import { hashPassword } from './passwords.server';

/**
 * Sends a link for a new password to the account with this email address; behaves the same if there is none. A known
 * device of the account has limits of its own, which strangers' requests don't use up.
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
 * Whose password the link's code would reset.
 * @throws AppError invalid (expired; used or unknown), forbidden (disabled)
 */
export async function inspectReset(code: string): Promise<{ email: string }> {
  const { userId, email } = await inspectCode(code, ['reset_password']);
  await requireEnabled(userId);
  return { email };
}

/**
 * Sets the password (checked against the policy by the caller) of the account that the link's code belongs to, and ends
 * all its sessions. If the address was never proven, its passkeys and linked accounts
 * are removed, too. Someone who reads the mailbox has verified
 * the address with that. Their browser becomes a known device, unless it takes a second step to sign in, so that guessing
 * strangers don't lock them out.
 * @throws AppError invalid (expired; used or unknown), forbidden (disabled), unavailable
 */
export async function resetPassword(
  code: string,
  password: string,
  client: Client,
): Promise<{ setCookies: string[] }> {
  // Checked first, because hashing costs far more.
  await inspectReset(code);
  const hash = await hashPassword(password);
  const { userId, email } = await prismaTransaction(async (tx, sql) => {
    const open = await consumeCode(tx, sql, code, ['reset_password']);
    await requireEnabled(open.userId, tx);
    // In this order: a sign-in with the old password may be opening a session right now (openSession).
    await updatePasswordHash(tx, open.userId, hash);
    await deleteSessionsOf(open.userId, tx);
    await removeUnprovenWaysIn(tx, sql, open.userId, client);
    await updateVerified(tx, open.userId, { adminEmail: adminEmail(), proven: true });
    // Someone who stole the session may be waiting for a link that gives the account their own address.
    await endCodes(tx, open.userId, ['verify_email', 'change_email']);
    await queueAccountEmail({ kind: 'password-changed', email: open.email }, sql);
    const { userAgent } = client;
    await recordSecurityEvent(sql, { userId: open.userId, kind: 'password-reset', userAgent });
    await publish(sql, open.userId, { topic: 'account', data: null });
    return open;
  });
  await publishSessionEnded({ userId });
  // Someone who forgot their password has probably used up their guesses.
  await clearLimit('sign-in-account', email);
  if (await findSecondStep(userId)) return { setCookies: [] };
  return { setCookies: [await rememberDevice({ userId, passwordHash: hash }, client)] };
}

/** Someone who signed up with an address that isn't theirs may have added ways in that would outlive the new password. */
async function removeUnprovenWaysIn(
  tx: PrismaTx,
  sql: Sql,
  userId: UserScope,
  { userAgent }: Pick<Client, 'userAgent'>,
): Promise<void> {
  if (await hasProvenEmail(tx, userId)) return;
  if ((await deletePasskeysOf(tx, userId)) > 0) {
    await recordSecurityEvent(sql, { userId, kind: 'passkeys-removed', userAgent });
  }
  if ((await deleteIdentitiesOf(tx, userId)) > 0) {
    await recordSecurityEvent(sql, { userId, kind: 'identities-unlinked', userAgent });
  }
}

async function requireEnabled(userId: UserScope, db?: PrismaTx): Promise<void> {
  const user = await findContact({ userId }, db);
  if (user?.disabled) throw new AppError('forbidden', PROVIDER_TEXTS['user-disabled']);
}

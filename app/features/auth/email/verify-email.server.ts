import { clearFailures } from '~/features/mail/index.server';
import { sql, transaction, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { announceAccountChange } from '../users/account-events.server';
import { queueAccountMail } from './account-mail.server';
import { consumeCode, endCodes, inspectCode } from './action-codes.server';
import { adminEmail } from './admin-email.server';
import type { Authenticated } from '../sessions/authenticate.server';
import { MAIL_TEXTS, PROVIDER_TEXTS } from '../messages';
import { announceSessionEnded } from '../sessions/session-events.server';
import { deleteOtherSessions, deleteSessionsOf } from '../sessions/sessions.server';
import {
  findContact,
  isEmailTaken,
  updateEmail,
  updateVerified,
  type Contact,
} from '../users/users.server';

const PURPOSES = ['verify_email', 'change_email'] as const;

/** What a link about an e-mail does, or did. */
export interface EmailLink {
  kind: 'verify' | 'change';
  userId: string;
  /** The address that is confirmed. */
  email: string;
}

/**
 * What the code of a link would confirm. Programs that look at mails open links too, so this changes nothing.
 * @throws AppError invalid (expired; used or unknown), forbidden (disabled)
 */
export async function inspectEmailLink(code: string): Promise<EmailLink> {
  const { userId, email, purpose } = await inspectCode(sql, code, PURPOSES);
  await enabledUser(sql, userId);
  return { kind: purpose === 'change_email' ? 'change' : 'verify', userId, email };
}

/**
 * The address that makes an admin is confirmed only by who knows the account's password: somebody else may have signed
 * up with it, and wait for its owner to press the button.
 * @throws AppError forbidden
 */
export function requireOwnAdminLink(
  { userId, email }: Pick<EmailLink, 'userId' | 'email'>,
  by: Authenticated | null,
): void {
  if (email === adminEmail() && by?.user.id !== userId) {
    throw new AppError('forbidden', MAIL_TEXTS.signInToConfirm);
  }
}

/**
 * Confirms the address of a link's code. A new address takes the old one's place, which is told of it; all sessions but
 * that of `by` then end.
 * @throws AppError invalid (expired; used or unknown), forbidden (disabled, or see requireOwnAdminLink: the code then
 *   stays good), conflict (another account has the address)
 */
export async function verifyEmail(code: string, by: Authenticated | null): Promise<EmailLink> {
  const done = await transaction(async (tx) => {
    const { userId, email, purpose } = await consumeCode(tx, code, PURPOSES);
    const user = await enabledUser(tx, userId);
    requireOwnAdminLink({ userId, email }, by);
    let ended: SessionsEnded = { userId, sessionIds: [] };
    if (purpose === 'change_email') {
      ended = await changeEmail(tx, user, email, by?.user.id === userId ? by.sessionId : null);
    }
    await updateVerified(tx, userId, adminEmail());
    // The link came by mail. The tabs hear of it with the rest.
    await clearFailures(tx, { email, at: new Date() });
    const tell = await announceAccountChange(tx, userId);
    const kind = purpose === 'change_email' ? ('change' as const) : ('verify' as const);
    return { link: { kind, userId, email }, ended, tell };
  }).catch((error: unknown) => {
    if (!isEmailTaken(error)) throw error;
    throw new AppError('conflict', PROVIDER_TEXTS['email-already-in-use'], { cause: error });
  });
  await tellEnded(done.ended);
  await done.tell();
  return done.link;
}

async function enabledUser(on: Sql, userId: string): Promise<Contact> {
  const user = await findContact(on, { userId });
  if (!user) throw new AppError('invalid', PROVIDER_TEXTS['invalid-action-code']);
  if (user.disabled) throw new AppError('forbidden', PROVIDER_TEXTS['user-disabled']);
  return user;
}

interface SessionsEnded {
  userId: string;
  sessionIds: string[] | 'all';
}

async function changeEmail(
  tx: Sql,
  { userId, email: oldEmail }: Contact,
  email: string,
  keptSession: string | null,
): Promise<SessionsEnded> {
  await updateEmail(tx, userId, email);
  // Links that the old address holds must open nothing any more.
  await endCodes(tx, userId, ['verify_email', 'reset_password', 'change_email']);
  await queueAccountMail({ kind: 'email-changed', email: oldEmail, newEmail: email }, tx);
  if (keptSession !== null) {
    return { userId, sessionIds: await deleteOtherSessions(tx, userId, keptSession) };
  }
  await deleteSessionsOf(tx, userId);
  return { userId, sessionIds: 'all' };
}

async function tellEnded({ userId, sessionIds }: SessionsEnded): Promise<void> {
  if (sessionIds === 'all') return announceSessionEnded({ userId });
  await Promise.all(sessionIds.map((sessionId) => announceSessionEnded({ userId, sessionId })));
}

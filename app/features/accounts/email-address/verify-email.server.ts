import { clearFailures } from '~/features/email/index.server';
import { publish } from '~/engine/events/index.server';
import type { Session } from '~/http/session';
import { prismaTransaction, type PrismaTx, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { checkCurrentPassword, WrongPassword } from '../passwords/current-password.server';
import { requiresVerifiedEmail } from '../sessions/authenticate.server';
import { knownDevice } from '../sessions/known-device.server';
import { recordSecurityEvent } from '../security-events/security-event-data.server';
import type { Client } from '../sessions/session';
import { deleteOtherSessions, deleteSessionsOf } from '../sessions/session-data.server';
import { publishSessionEnded, publishSessionsEnded } from '../sessions/session-events.server';
import { EMAIL_TEXTS, PROVIDER_TEXTS } from '../texts';
import { adminEmail } from '../users/user-actions.server';
import {
  type Contact,
  findContact,
  hasPasswordHash,
  isEmailTaken,
  updateEmail,
  updateVerified,
} from '../users/user-data.server';
import { queueAccountEmail } from '../emails/send-account-email.server';
import { confirmedAddress, consumeCode, endCodes, inspectCode } from './action-code-data.server';

const PURPOSES = ['verify_email', 'change_email'] as const;

/** What an email's link does, or did. */
export interface EmailLink {
  kind: 'verify' | 'change';
  userId: UserScope;
  /** The address that it confirms. */
  email: string;
}

/**
 * What the link's code would confirm. Programs that scan emails open links too, so this changes nothing.
 * @throws AppError invalid (expired; used or unknown), forbidden (disabled)
 */
export async function inspectEmailLink(code: string): Promise<EmailLink> {
  const { userId, email, purpose } = await inspectCode(code, PURPOSES);
  await enabledUser(userId);
  return { kind: purpose === 'change_email' ? 'change' : 'verify', userId, email };
}

/** The address that an already used link confirmed, if the account still has it; otherwise null. */
export function confirmedBefore(code: string): Promise<string | null> {
  return confirmedAddress(code, PURPOSES);
}

/**
 * Whether confirming this link takes the account's session or its password. If a confirmed address lets people in or makes
 * an admin, someone else may have signed up with it and be waiting for its owner to confirm it.
 */
function isGuarded({ email }: Pick<EmailLink, 'email'>): boolean {
  return requiresVerifiedEmail() || email === adminEmail();
}

/** Whether `by` has to give the account's password to confirm this link. */
export function needsPassword(
  link: Pick<EmailLink, 'userId' | 'email'>,
  by: Session | null,
): boolean {
  return isGuarded(link) && by?.user.id !== link.userId;
}

/** The password of the link's account is needed, and wasn't given. */
export class PasswordNeeded extends AppError {
  constructor() {
    super('forbidden', EMAIL_TEXTS.passwordToConfirm);
  }
}

export interface Confirmation {
  by: Session | null;
  /** What was typed as the password of the link's account; '' if nothing was. */
  password: string;
  client: Client;
}

/**
 * Confirms the address of a link's code. A new address replaces the old one, which gets an email about that. All sessions
 * except that of `by` end if the address is new, or if confirming takes the session or the password.
 * @throws PasswordNeeded and WrongPassword (the code stays valid), AppError invalid (expired; used or unknown), forbidden
 *   (disabled), conflict (another account has the address), too-many-requests, unavailable
 */
export async function verifyEmail(
  code: string,
  { by, password, client }: Confirmation,
): Promise<EmailLink> {
  const inspected = await inspectEmailLink(code);
  const passwordHash = needsPassword(inspected, by)
    ? await checkPassword(inspected.userId, password, client)
    : null;
  const { link, ended } = await prismaTransaction(async (tx, sql) => {
    const { userId, email, purpose } = await consumeCode(tx, sql, code, PURPOSES);
    const user = await enabledUser(userId, tx);
    // Another password was chosen in the meantime, perhaps by the owner, whom the email has warned.
    if (passwordHash !== null && !(await hasPasswordHash(tx, userId, passwordHash))) {
      throw new WrongPassword();
    }
    const own = by?.user.id === userId ? by.sessionId : null;
    const proven = own !== null || passwordHash !== null;
    const changes = purpose === 'change_email';
    if (changes) {
      await changeEmail(tx, sql, user, email);
      const { userAgent } = client;
      await recordSecurityEvent(sql, { userId, kind: 'email-changed', userAgent });
    }
    const endedSessions =
      changes || isGuarded({ email }) ? await endSessions(tx, sql, userId, own) : [];
    await updateVerified(tx, userId, { adminEmail: adminEmail(), proven });
    // The link came by email, so email reaches the address.
    await clearFailures(tx, { email, at: new Date() });
    await publish(sql, userId, { topic: 'account', data: null });
    const kind = changes ? ('change' as const) : ('verify' as const);
    return { link: { kind, userId, email }, ended: endedSessions };
  }).catch((error: unknown) => {
    if (!isEmailTaken(error)) throw error;
    throw new AppError('conflict', PROVIDER_TEXTS['email-already-in-use'], { cause: error });
  });
  if (ended === 'all') await publishSessionEnded({ userId: link.userId });
  else await publishSessionsEnded(link.userId, ended);
  return link;
}

/** Returns the hash that the password matched. */
async function checkPassword(userId: UserScope, password: string, client: Client): Promise<string> {
  if (password === '') throw new PasswordNeeded();
  const { email } = await enabledUser(userId);
  const known = await knownDevice(client.cookie, email);
  return checkCurrentPassword(userId, { email, address: client.address, known }, password);
}

async function enabledUser(userId: UserScope, db?: PrismaTx): Promise<Contact> {
  const user = await findContact({ userId }, db);
  if (!user) throw new AppError('invalid', PROVIDER_TEXTS['invalid-action-code']);
  if (user.disabled) throw new AppError('forbidden', PROVIDER_TEXTS['user-disabled']);
  return user;
}

async function changeEmail(
  tx: PrismaTx,
  sql: Sql,
  { userId, email: oldEmail }: Contact,
  email: string,
): Promise<void> {
  await updateEmail(tx, userId, email);
  // Links that were sent to the old address must no longer open anything.
  await endCodes(tx, userId, ['verify_email', 'reset_password', 'change_email']);
  await queueAccountEmail({ kind: 'email-changed', email: oldEmail, newEmail: email }, sql);
}

/** Ends all sessions except `own`; returns which. */
async function endSessions(
  tx: PrismaTx,
  sql: Sql,
  userId: UserScope,
  own: string | null,
): Promise<string[] | 'all'> {
  if (own !== null) return deleteOtherSessions(sql, userId, own);
  await deleteSessionsOf(userId, tx);
  return 'all';
}

import { clearFailures } from '~/features/email/index.server';
import { publish } from '~/engine/events/index.server';
import { sql, transaction, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { Session } from '~/http/session';
import type { UserScope } from '~/lib/scope';

import { queueAccountEmail } from './account-email.server';
import { confirmedAddress, consumeCode, endCodes, inspectCode } from './action-code-data.server';
import { adminEmail } from './admin-email.server';
import { EMAIL_TEXTS, PROVIDER_TEXTS } from '../texts';
import { checkCurrentPassword, WrongPassword } from '../passwords/current-password.server';
import type { Client } from '../sessions/client';
import { requiresVerifiedEmail } from '../sessions/authenticate.server';
import { knownDevice } from '../sessions/known-device.server';
import { publishSessionEnded } from '../sessions/session-events.server';
import { deleteOtherSessions, deleteSessionsOf } from '../sessions/session-data.server';
import {
  findContact,
  hasPasswordHash,
  isEmailTaken,
  updateEmail,
  updateVerified,
  type Contact,
} from '../users/user-data.server';

const PURPOSES = ['verify_email', 'change_email'] as const;

/** What a link about an email address does, or did. */
export interface EmailLink {
  kind: 'verify' | 'change';
  userId: UserScope;
  /** The address that is confirmed. */
  email: string;
}

/**
 * What the code of a link would confirm. Programs that look at emails open links too, so this changes nothing.
 * @throws AppError invalid (expired; used or unknown), forbidden (disabled)
 */
export async function inspectEmailLink(code: string): Promise<EmailLink> {
  const { userId, email, purpose } = await inspectCode(sql, code, PURPOSES);
  await enabledUser(sql, userId);
  return { kind: purpose === 'change_email' ? 'change' : 'verify', userId, email };
}

/** The address of a link that was used before, if it still is its account's; null otherwise. */
export function confirmedBefore(code: string): Promise<string | null> {
  return confirmedAddress(sql, code, PURPOSES);
}

/**
 * Whether confirming this link takes the account's session or its password. Where a confirmed address lets people in or makes
 * an admin, someone else may have signed up with it, and wait for its owner to press the button.
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

/** The password of a link's account has to be given, and was not. */
export class PasswordNeeded extends AppError {
  constructor() {
    super('forbidden', EMAIL_TEXTS.passwordToConfirm);
  }
}

export interface Confirmation {
  by: Session | null;
  /** What was typed as the password of the link's account; '' for nothing. */
  password: string;
  client: Client;
}

/**
 * Confirms the address of a link's code. A new address takes the old one's place, which is told of it. All sessions but that
 * of `by` end with a new address, and where confirming takes the session or the password.
 * @throws PasswordNeeded and WrongPassword (the code stays good), AppError invalid (expired; used or unknown), forbidden
 *   (disabled), conflict (another account has the address), too-many-requests, unavailable
 */
export async function verifyEmail(
  code: string,
  { by, password, client }: Confirmation,
): Promise<EmailLink> {
  const seen = await inspectEmailLink(code);
  const asked = needsPassword(seen, by);
  const passwordHash = asked ? await checkPassword(seen.userId, password, client) : null;
  const done = await transaction(async (tx) => {
    const { userId, email, purpose } = await consumeCode(tx, code, PURPOSES);
    const user = await enabledUser(tx, userId);
    // Another password was chosen meanwhile, by who may have been warned by the mail.
    if (passwordHash !== null && !(await hasPasswordHash(tx, userId, passwordHash))) {
      throw new WrongPassword();
    }
    const own = by?.user.id === userId ? by.sessionId : null;
    const proven = own !== null || passwordHash !== null;
    const changes = purpose === 'change_email';
    if (changes) await changeEmail(tx, user, email);
    const ended = changes || isGuarded({ email }) ? await endSessions(tx, userId, own) : [];
    await updateVerified(tx, userId, { adminEmail: adminEmail(), proven });
    // The link came by mail. The tabs hear of it with the rest.
    await clearFailures(tx, { email, at: new Date() });
    await publish(tx, userId, { topic: 'account', data: null });
    const kind = changes ? ('change' as const) : ('verify' as const);
    return { link: { kind, userId, email }, ended };
  }).catch((error: unknown) => {
    if (!isEmailTaken(error)) throw error;
    throw new AppError('conflict', PROVIDER_TEXTS['email-already-in-use'], { cause: error });
  });
  await publishEnded(done.link.userId, done.ended);
  return done.link;
}

/** The hash that the password matched. */
async function checkPassword(userId: UserScope, password: string, client: Client): Promise<string> {
  if (password === '') throw new PasswordNeeded();
  const { email } = await enabledUser(sql, userId);
  const known = await knownDevice(client.cookie, email);
  return checkCurrentPassword(userId, { email, address: client.address, known }, password);
}

async function enabledUser(on: Sql, userId: UserScope): Promise<Contact> {
  const user = await findContact(on, { userId });
  if (!user) throw new AppError('invalid', PROVIDER_TEXTS['invalid-action-code']);
  if (user.disabled) throw new AppError('forbidden', PROVIDER_TEXTS['user-disabled']);
  return user;
}

async function changeEmail(
  tx: Sql,
  { userId, email: oldEmail }: Contact,
  email: string,
): Promise<void> {
  await updateEmail(tx, userId, email);
  // Links that the old address holds must open nothing any more.
  await endCodes(tx, userId, ['verify_email', 'reset_password', 'change_email']);
  await queueAccountEmail({ kind: 'email-changed', email: oldEmail, newEmail: email }, tx);
}

/** All but the one to keep; null: all of them. */
async function endSessions(
  tx: Sql,
  userId: UserScope,
  kept: string | null,
): Promise<string[] | 'all'> {
  if (kept !== null) return deleteOtherSessions(tx, userId, kept);
  await deleteSessionsOf(tx, userId);
  return 'all';
}

async function publishEnded(userId: UserScope, ended: string[] | 'all'): Promise<void> {
  if (ended === 'all') return publishSessionEnded({ userId });
  await Promise.all(ended.map((sessionId) => publishSessionEnded({ userId, sessionId })));
}

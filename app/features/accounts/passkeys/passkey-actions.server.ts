import { publish } from '~/engine/events/index.server';
import type { Session } from '~/http/session';
import { prismaTransaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { formatMoment } from '~/lib/format/dates';
import { isId, newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';
import { MINUTE_MS } from '~/lib/time';

import { queueAccountEmail } from '../emails/send-account-email.server';
import { lockUser, requireWayIn } from '../identities/ways-in.server';
import { cutIfKeptOut } from '../second-factor/second-factor.server';
import { recordSecurityEvent } from '../security-events/security-event-data.server';
import { requireRecentLogin } from '../sessions/recent-login.server';
import { type Client, deviceOf } from '../sessions/session';
import { deleteOtherSessions, hasSession } from '../sessions/session-data.server';
import { publishSessionsEnded } from '../sessions/session-events.server';
import { NOT_AUTHENTICATED } from '../texts';
import { issueChallenge } from './challenges.server';
import { CHALLENGE_MS, MAX_PASSKEYS, type PasskeysView } from './passkey';
import {
  countPasskeys,
  deletePasskey,
  insertPasskey,
  isPasskeyTaken,
  listPasskeys,
  updatePasskeyName,
} from './passkey-data.server';
import { passkeyHost } from './relying-party.server';
import type { Registration } from './schema';
import { PASSKEY_TEXTS } from './texts';
import {
  ALGORITHMS,
  handleOf,
  requireRelyingParty,
  verifyNewPasskey,
} from './verify-passkey.server';

export async function viewPasskeys({
  id,
  timeZone,
}: Pick<Session['user'], 'id' | 'timeZone'>): Promise<PasskeysView> {
  const host = passkeyHost();
  const rows = await listPasskeys(id, MAX_PASSKEYS);
  const passkeys = rows.map(({ id, name, rpId, backedUp, createdAt, lastUsedAt }) => ({
    id,
    name,
    added: formatMoment(createdAt, timeZone),
    lastUsed: lastUsedAt && formatMoment(lastUsedAt, timeZone),
    isSynced: backedUp,
    onlyAt: rpId === host ? null : rpId,
  }));
  return { passkeys, host };
}

const useOf = ({ sessionId }: Session) => ({ purpose: 'add' as const, holder: sessionId });

/** How long the browser waits for the person: its answer must arrive before the challenge expires. */
export const TIMEOUT_MS = CHALLENGE_MS - 0.5 * MINUTE_MS;

/**
 * What the browser needs to make a passkey for the signed-in person. It must be one that needs no email address to sign in,
 * and whose authenticator recognizes the person.
 * @throws RecentLoginRequired, AppError `conflict` (there are no passkeys here, or too many)
 */
export async function beginPasskey(found: Session, now = new Date()) {
  const { user } = found;
  requireRecentLogin(found, now);
  const party = requireRelyingParty();
  const known = await listPasskeys(user.id, MAX_PASSKEYS);
  if (known.length >= MAX_PASSKEYS) throw tooMany();
  const { challenge, ticket } = issueChallenge(useOf(found), now);
  const options = {
    challenge,
    rp: { name: 'Brandwright', id: party.id },
    user: {
      id: Buffer.from(handleOf(user.id)).toString('base64url'),
      name: user.email,
      displayName: `${user.firstName} ${user.lastName}`.trim(),
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: TIMEOUT_MS,
    attestation: 'none' as const,
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: 'public-key' as const,
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true,
      userVerification: 'required' as const,
    },
  };
  return { options, ticket };
}

function tooMany(): AppError {
  return new AppError('conflict', PASSKEY_TEXTS.tooMany(MAX_PASSKEYS));
}

/**
 * Adds the passkey that the browser has made, under the name of the device, and sends the person an email about it. If it
 * is the second factor that they must have, other sessions end: none of them may be let in because of it.
 * @throws RecentLoginRequired, ChallengeExpired, AppError `invalid`, `conflict` (already added, or too many),
 *   `unauthenticated` (the session has ended)
 */
export async function addPasskey(
  found: Session,
  sent: { ticket: string; response: Registration },
  { userAgent }: Pick<Client, 'userAgent'>,
  now = new Date(),
): Promise<{ id: string; name: string }> {
  const { user, sessionId } = found;
  requireRecentLogin(found, now);
  const made = await verifyNewPasskey(sent, useOf(found), now);
  const [id, name] = [newId(), deviceOf(userAgent)];
  try {
    const ended = await prismaTransaction(async (tx, sql) => {
      await lockUser(sql, user.id);
      // A password reset may have just ended it.
      if (!(await hasSession(tx, { userId: user.id, sessionId }))) {
        throw new AppError('unauthenticated', NOT_AUTHENTICATED);
      }
      if ((await countPasskeys(user.id, tx)) >= MAX_PASSKEYS) throw tooMany();
      await insertPasskey(tx, user.id, { ...made, id, name, createdAt: now });
      await queueAccountEmail({ kind: 'passkey-added', email: user.email, name }, sql);
      const event = { userId: user.id, kind: 'passkey-added' as const, userAgent, detail: name };
      await recordSecurityEvent(sql, event);
      await publish(sql, user.id, { topic: 'account', data: null });
      return user.lacksSecondFactor ? deleteOtherSessions(sql, user.id, sessionId) : [];
    });
    await publishSessionsEnded(user.id, ended);
  } catch (cause) {
    if (!isPasskeyTaken(cause)) throw cause;
    throw new AppError('conflict', PASSKEY_TEXTS.known, { cause });
  }
  return { id, name };
}

/** @throws AppError `not-found` */
export async function renamePasskey(userId: UserScope, id: string, name: string): Promise<void> {
  await prismaTransaction(async (tx, sql) => {
    if (!isId(id) || !(await updatePasskeyName(tx, userId, id, name))) throw gone();
    await publish(sql, userId, { topic: 'account', data: null });
  });
}

/**
 * Removes a passkey, and sends the person an email about it. Sessions that it opened stay, but are kept out if it was the
 * second factor that the person must have.
 * @throws RecentLoginRequired, AppError `not-found`, `conflict` (it's the last way to sign in)
 */
export async function removePasskey(
  found: Session,
  id: string,
  { userAgent }: Pick<Client, 'userAgent'>,
): Promise<void> {
  const { user } = found;
  requireRecentLogin(found);
  await prismaTransaction(async (tx, sql) => {
    await lockUser(sql, user.id);
    const name = isId(id) ? await deletePasskey(tx, user.id, id) : null;
    if (name === null) throw gone();
    await requireWayIn(tx, user.id);
    await queueAccountEmail({ kind: 'passkey-removed', email: user.email, name }, sql);
    const event = { userId: user.id, kind: 'passkey-removed' as const, userAgent, detail: name };
    await recordSecurityEvent(sql, event);
    await publish(sql, user.id, { topic: 'account', data: null });
  });
  await cutIfKeptOut(user.id);
}

function gone(): AppError {
  return new AppError('not-found', PASSKEY_TEXTS.gone);
}

import { publish } from '~/engine/events/index.server';
import { limit, limitAddress } from '~/http/rate-limit.server';
import type { Session } from '~/http/session';
import { prismaTransaction, sql, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { formatMoment } from '~/lib/format/dates';
import { isId, newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { recordAct } from '../audit/audit-data.server';
import { queueAccountEmail } from '../emails/send-account-email.server';
import { recordSecurityEvent } from '../security-events/security-event-data.server';
import { requireRecentLogin } from '../sessions/recent-login.server';
import type { Client } from '../sessions/session';
import { startSession } from '../sessions/session-actions.server';
import { hasSession } from '../sessions/session-data.server';
import { requireAdmission } from '../sign-up/admit.server';
import { createAccount } from '../sign-up/sign-up.server';
import { NOT_AUTHENTICATED } from '../texts';
import { addressOf, issuerAt, listIssuers, requireIssuer } from './configured-issuers.server';
import { type IdentityView, type IssuerView, MAX_IDENTITIES } from './identity';
import {
  countIdentities,
  deleteIdentity,
  insertIdentity,
  isIdentityTaken,
  listIdentities,
  type NewIdentity,
} from './identity-data.server';
import type { Offer } from './visit-cookie.server';
import { IDENTITY_TEXTS } from './texts';
import { lockUser, requireWayIn } from './ways-in.server';

export interface LinkedAccounts {
  linked: IdentityView[];
  /** The issuers at which the person can link an account. */
  issuers: IssuerView[];
}

export async function viewLinkedAccounts({
  id,
  timeZone,
}: Pick<Session['user'], 'id' | 'timeZone'>): Promise<LinkedAccounts> {
  const rows = await listIdentities(id, MAX_IDENTITIES);
  const linked = rows.map((row) => ({
    id: row.id,
    name: nameOf(row.issuer),
    email: row.email,
    linked: formatMoment(row.createdAt, timeZone),
    lastUsed: row.lastUsedAt && formatMoment(row.lastUsedAt, timeZone),
    isRetired: issuerAt(row.issuer) === undefined,
  }));
  return { linked, issuers: listIssuers() };
}

/** What people call the issuer at this address; its host once the operator no longer names it. */
function nameOf(issuer: string): string {
  return issuerAt(issuer)?.name ?? URL.parse(issuer)?.host ?? issuer;
}

function identityOf({ issuerId, subject, email }: Offer, now: Date): NewIdentity {
  return {
    id: newId(),
    issuer: addressOf(requireIssuer(issuerId)),
    ...{ subject, email, createdAt: now },
  };
}

/**
 * Creates the account of someone whom an issuer vouches for. It has no password; its address counts as verified.
 * @throws AppError `conflict` (email address in use, or linked elsewhere), `forbidden` (SIGNUP), `too-many-requests`
 */
export async function signUpWithIdentity(
  offer: Offer,
  names: { firstName: string; lastName: string; timeZone: string | null },
  client: Client,
  now = new Date(),
): Promise<{ setCookies: string[] }> {
  const { email, invitation, isAdmin, issuerId } = offer;
  await limitAddress('sign-up-address', client.address);
  await limit('sign-up-account', email);
  await requireAdmission(email, invitation);
  const account = await createAccount({
    ...names,
    ...{ email, isAdmin },
    password: null,
    emailVerified: true,
    admission: { invitation },
    identity: identityOf(offer, now),
  }).catch(refuseTaken);
  const { userId } = account;
  if (isAdmin) await recordAppointment(sql, { userId, issuerId, address: client.address });
  return startSession({ ...account, issuerId }, client, 'sign-up');
}

/** Records in the admins' log that a claim of an issuer made someone an admin. */
export async function recordAppointment(
  on: Sql,
  { userId, issuerId, address }: { userId: UserScope; issuerId: string; address?: string },
): Promise<void> {
  const act = { actorId: null, action: 'grant-admin', targetId: userId, address };
  await recordAct(on, { ...act, after: { isAdmin: true, issuer: issuerId } });
}

function refuseTaken(cause: unknown): never {
  if (!isIdentityTaken(cause)) throw cause;
  throw new AppError('conflict', IDENTITY_TEXTS.taken, { cause });
}

/**
 * Links an account at an issuer to the signed-in person's, as they have agreed to, and sends them an email about it.
 * @throws RecentLoginRequired, AppError `conflict` (linked already, or too many), `unauthenticated` (the session has ended)
 */
export async function linkIdentity(
  found: Session,
  offer: Offer,
  { userAgent }: Pick<Client, 'userAgent'>,
  now = new Date(),
): Promise<{ name: string }> {
  requireRecentLogin(found, now);
  const { user, sessionId } = found;
  const identity = identityOf(offer, now);
  const { name } = requireIssuer(offer.issuerId);
  await prismaTransaction(async (tx, sql) => {
    await lockUser(sql, user.id);
    // A password reset may have just ended it.
    if (!(await hasSession(tx, { userId: user.id, sessionId }))) {
      throw new AppError('unauthenticated', NOT_AUTHENTICATED);
    }
    if ((await countIdentities(user.id, tx)) >= MAX_IDENTITIES) {
      throw new AppError('conflict', IDENTITY_TEXTS.tooMany(MAX_IDENTITIES));
    }
    await insertIdentity(tx, user.id, identity);
    await queueAccountEmail({ kind: 'identity-linked', email: user.email, name }, sql);
    const event = { userId: user.id, kind: 'identity-linked' as const, userAgent, detail: name };
    await recordSecurityEvent(sql, event);
    await publish(sql, user.id, { topic: 'account', data: null });
  }).catch(refuseTaken);
  return { name };
}

/**
 * Unlinks an account, unless it's the person's last way to sign in, and sends them an email about it.
 * @throws RecentLoginRequired, AppError `not-found`, `conflict`
 */
export async function unlinkIdentity(
  found: Session,
  id: string,
  { userAgent }: Pick<Client, 'userAgent'>,
): Promise<{ name: string }> {
  const { user } = found;
  requireRecentLogin(found);
  const name = await prismaTransaction(async (tx, sql) => {
    await lockUser(sql, user.id);
    const issuer = isId(id) ? await deleteIdentity(tx, user.id, id) : null;
    if (issuer === null) throw new AppError('not-found', IDENTITY_TEXTS.gone);
    await requireWayIn(tx, user.id);
    const unlinked = nameOf(issuer);
    await queueAccountEmail({ kind: 'identity-unlinked', email: user.email, name: unlinked }, sql);
    const event = {
      userId: user.id,
      kind: 'identity-unlinked' as const,
      userAgent,
      detail: unlinked,
    };
    await recordSecurityEvent(sql, event);
    await publish(sql, user.id, { topic: 'account', data: null });
    return unlinked;
  });
  return { name };
}

/** The issuers where the user has linked an account, and can therefore confirm who they are. */
export async function listOwnIssuers(userId: UserScope): Promise<IssuerView[]> {
  const rows = await listIdentities(userId, MAX_IDENTITIES);
  const own = new Set(rows.map(({ issuer }) => issuer));
  return [...own].flatMap((address) => {
    const issuer = issuerAt(address);
    return issuer ? [{ id: issuer.id, name: issuer.name }] : [];
  });
}

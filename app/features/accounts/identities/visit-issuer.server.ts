// What comes before and after a visit to an issuer: to sign in, to link an account, or to confirm who is signed in.
import {
  beginAuthorization,
  finishAuthorization,
  type IssuedIdentity,
  IssuerError,
  signOutAddress,
} from '~/gateways/issuers/index.server';
import { forgiveAddress, limitAddress } from '~/http/rate-limit.server';
import type { Session } from '~/http/session';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { MINUTE_MS } from '~/lib/time';
import { env } from '~/settings/env.server';
import type { IssuerSetting } from '~/settings/json-settings';

import { emailProblem, MAX_NAME, normalizeEmail, normalizeName } from '../forms/account-fields';
import { HOME, secondStepPath, signInPath } from '../forms/redirect-target';
import { hasPassword } from '../passwords/passwords.server';
import { SECOND_FACTOR_TEXTS } from '../second-factor/texts';
import type { Client } from '../sessions/session';
import { completeSignIn } from '../sessions/session-actions.server';
import { noteAuthenticated } from '../sessions/session-data.server';
import { requireAdmission } from '../sign-up/admit.server';
import { NOT_AUTHENTICATED, PROVIDER_TEXTS } from '../texts';
import { issuePass, passwordMark } from '../two-factor/finish-sign-in.server';
import { findSecondStep } from '../two-factor/second-step.server';
import { findUserId, isAdmin } from '../users/user-data.server';
import { grantAdmin } from '../users/user-actions.server';
import {
  addressOf,
  requireIssuer,
  returnAddress,
  signedOutAddress,
} from './configured-issuers.server';
import { type IssuerPurpose, LINKED_ACCOUNTS } from './identity';
import { recordAppointment } from './identity-actions.server';
import { findIdentityOwner, type IdentityOwner, noteIdentityUse } from './identity-data.server';
import { forget, keep, type Offer, readKept, shortBack, type Visit } from './visit-cookie.server';
import { IDENTITY_TEXTS } from './texts';

/** Where the browser goes next, and with which cookies. */
export interface Next {
  to: string;
  setCookies: string[];
}

export interface Beginning {
  purpose: IssuerPurpose;
  back: string | null;
  invitation: string | null;
  /** Who is signed in; needed to link and to confirm. */
  found: Session | null;
}

const INVITATION = /^[\w-]{1,100}$/;

/** @throws AppError `not-found`, `too-many-requests`, `unauthenticated`, `unavailable` (the issuer doesn't answer) */
export async function leaveForIssuer(
  issuerId: string | undefined,
  { purpose, back, invitation, found }: Beginning,
  client: Client,
  now = Date.now(),
): Promise<Next> {
  const issuer = requireIssuer(issuerId);
  if (purpose !== 'sign-in' && !found) throw new AppError('unauthenticated', NOT_AUTHENTICATED);
  await limitAddress('issuer-address', client.address);
  const { url, ...checks } = await beginAuthorization(issuer, {
    returnTo: returnAddress(issuer.id),
    isFresh: purpose === 'confirm',
  }).catch((error: unknown) => refuse(error, issuer));
  const visit: Visit = {
    ...checks,
    ...{ issuerId: issuer.id, purpose, at: now },
    back: shortBack(back),
    invitation: invitation !== null && INVITATION.test(invitation) ? invitation : null,
    sessionId: purpose === 'sign-in' ? null : (found?.sessionId ?? null),
  };
  return { to: url, setCookies: [keep('visit', visit, client.secure, now)] };
}

function refuse(error: unknown, { id, name }: IssuerSetting): never {
  if (!(error instanceof IssuerError)) throw error;
  const { failure, detail } = error;
  if (failure !== 'canceled') log.warn({ issuer: id, failure, detail }, 'an issuer failed');
  const code = { canceled: 'forbidden', invalid: 'invalid', unreachable: 'unavailable' } as const;
  throw new AppError(code[failure], IDENTITY_TEXTS[failure](name), { cause: error });
}

/**
 * Handles an issuer's answer, which is the query of the address that it redirected to.
 * @param found who is signed in
 * @throws AppError `not-found`, `too-many-requests`, `forbidden`, `invalid`, `unavailable`, `unauthenticated`
 */
export async function returnFromIssuer(
  issuerId: string | undefined,
  search: string,
  found: Session | null,
  client: Client,
  now = new Date(),
): Promise<Next> {
  const issuer = requireIssuer(issuerId);
  // Counted before anything is asked of the issuer.
  await limitAddress('issuer-address', client.address);
  const visit = readKept('visit', client.cookie, now.getTime());
  if (visit?.issuerId !== issuer.id || visit.sessionId !== sessionOf(visit, found)) {
    throw new AppError('forbidden', IDENTITY_TEXTS.expired);
  }
  const answer = new URL(returnAddress(issuer.id) + search);
  const identity = await finishAuthorization(issuer, answer, visit).catch((error: unknown) =>
    refuse(error, issuer),
  );
  // Leaving and coming back: an office behind one address signs in as often as it likes.
  await forgiveAddress('issuer-address', client.address);
  await forgiveAddress('issuer-address', client.address);
  const owner = await findIdentityOwner({ issuer: addressOf(issuer), subject: identity.subject });
  const arrival = { issuer, visit, identity, client, now };
  switch (visit.purpose) {
    case 'sign-in':
      return owner ? signInAs(owner, arrival) : offerAccount(arrival);
    case 'link':
      if (owner) throw new AppError('conflict', IDENTITY_TEXTS.taken);
      return { to: LINKED_ACCOUNTS, setCookies: [keepOffer(arrival)] };
    case 'confirm':
      return confirmAs(owner, found, arrival);
  }
}

/** Everything but a sign-in belongs to the session that began it. */
function sessionOf({ purpose }: Visit, found: Session | null): string | null {
  return purpose === 'sign-in' ? null : (found?.sessionId ?? '');
}

interface Arrival {
  issuer: IssuerSetting;
  visit: Visit;
  identity: IssuedIdentity;
  client: Client;
  now: Date;
}

/** The issuer replaces the password, but not the second factor. */
async function signInAs(
  owner: IdentityOwner,
  { issuer, visit, identity, client, now }: Arrival,
): Promise<Next> {
  const { userId, email, passwordHash } = owner;
  if (owner.disabled) throw new AppError('forbidden', PROVIDER_TEXTS['user-disabled']);
  await noteIdentityUse(owner, now);
  if (identity.isAdmin) await appoint(userId, issuer, client);
  const back = visit.back ?? HOME;
  if (await findSecondStep(userId)) {
    const pass = { userId, email, passwordMark: passwordMark(passwordHash), issuerId: issuer.id };
    const setCookies = [issuePass(pass, client.secure, now), forget(client.secure)];
    return { to: secondStepPath(back), setCookies };
  }
  const { setCookies } = await completeSignIn(
    { userId, passwordHash, issuerId: issuer.id },
    client,
    {
      method: 'identity',
      timeZone: null,
      refused: () => new AppError('forbidden', IDENTITY_TEXTS.expired),
    },
  );
  return { to: back, setCookies: [...setCookies, forget(client.secure)] };
}

/** The operator named a claim that makes admins. It only ever grants the rights. */
async function appoint(userId: UserScope, issuer: IssuerSetting, client: Client): Promise<void> {
  if (await isAdmin(userId)) return;
  await grantAdmin(userId);
  await recordAppointment(sql, { userId, issuerId: issuer.id, address: client.address });
}

/** The account at the issuer isn't linked: leads to a new account here, or to the one that has the same address. */
async function offerAccount(arrival: Arrival): Promise<Next> {
  const { visit, identity } = arrival;
  const setCookies = [keepOffer(arrival)];
  const email = normalizeEmail(identity.email ?? '');
  if ((await findUserId(email)) !== null) {
    const path = signInPath(LINKED_ACCOUNTS);
    return { to: `${path}&notice=link`, setCookies };
  }
  await requireAdmission(email, visit.invitation);
  return { to: '/auth/new-account', setCookies };
}

/** @throws AppError `forbidden` unless the issuer has verified the address: without that, it could be anyone's */
function keepOffer({ issuer, visit, identity, client, now }: Arrival): string {
  const email = normalizeEmail(identity.email ?? '');
  if (!identity.emailVerified || emailProblem(email) !== undefined) {
    throw new AppError('forbidden', IDENTITY_TEXTS.unverified(issuer.name));
  }
  const { subject, isAdmin: isAppointed } = identity;
  const [firstName, lastName] = [identity.firstName, identity.lastName].map((name) =>
    normalizeName(name).slice(0, MAX_NAME),
  );
  const offer: Offer = {
    ...{ issuerId: issuer.id, subject, email, isAdmin: isAppointed },
    ...{ firstName: firstName ?? '', lastName: lastName ?? '' },
    ...{ back: visit.back, invitation: visit.invitation, sessionId: visit.sessionId },
  };
  return keep('offer', offer, client.secure, now.getTime());
}

/** Clocks of an issuer and this server may differ by that much. */
const CLOCK_MS = MINUTE_MS;

/** Someone without a password shows who they are; a code is needed as well if they set that up. */
async function confirmAs(
  owner: IdentityOwner | null,
  found: Session | null,
  { issuer, visit, identity, client, now }: Arrival,
): Promise<Next> {
  if (!found) throw new AppError('unauthenticated', NOT_AUTHENTICATED);
  const { sessionId } = found;
  if (owner?.userId !== found.user.id || hasPassword(owner.passwordHash)) {
    throw new AppError('forbidden', IDENTITY_TEXTS.ownOnly);
  }
  const { userId, passwordHash } = owner;
  // Issuers that don't report the time are trusted to have asked.
  const at = identity.authenticatedAt;
  if (at !== null && at * 1_000 < visit.at - CLOCK_MS) {
    throw new AppError('forbidden', IDENTITY_TEXTS.stale(issuer.name));
  }
  const step = await findSecondStep(userId);
  if (step?.code === false) throw new AppError('forbidden', SECOND_FACTOR_TEXTS.passkeyOnly);
  await noteIdentityUse(owner, now);
  const back = visit.back ?? HOME;
  if (step) {
    const setCookies = [keep('shown', { userId, sessionId }, client.secure, now.getTime())];
    return { to: `/auth/reauthenticate?redirectTo=${encodeURIComponent(back)}`, setCookies };
  }
  if (!(await noteAuthenticated({ userId, sessionId, passwordHash }))) {
    throw new AppError('unauthenticated', NOT_AUTHENTICATED);
  }
  return { to: back, setCookies: [forget(client.secure)] };
}

/** Where people sign out at the issuer itself; null where that isn't offered, or the issuer doesn't answer. */
export async function findSignOut(issuer: IssuerSetting): Promise<string | null> {
  try {
    return await signOutAddress(issuer, signedOutAddress());
  } catch (error) {
    if (!(error instanceof IssuerError)) throw error;
    log.warn({ issuer: issuer.id, detail: error.detail }, 'an issuer failed');
    return null;
  }
}

/** The issuer that opened the session which has just ended in this browser, if people can sign out there as well. */
export async function issuerToLeave(
  request: Request,
): Promise<{ name: string; href: string } | null> {
  const left = readKept('left', request.headers.get('cookie'));
  const issuer = env().OPENID_ISSUERS.find(({ id }) => id === left?.issuerId);
  if (!issuer || (await findSignOut(issuer)) === null) return null;
  return { name: issuer.name, href: `/auth/oidc/${issuer.id}/sign-out` };
}

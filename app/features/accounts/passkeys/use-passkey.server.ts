// The three uses of a passkey: to sign in, as the second step after the password, and to confirm who is signed in.
import { randomBytes } from 'node:crypto';

import { forgiveAddress, limitAddress } from '~/http/rate-limit.server';
import type { Session } from '~/http/session';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { asGuess } from '../passwords/current-password.server';
import { passkeyCookies, readCookie, serializeCookie } from '../sessions/cookies.server';
import { knownDevice, knownSession } from '../sessions/known-device.server';
import type { Client } from '../sessions/session';
import { noteAuthenticated } from '../sessions/session-data.server';
import { completeSignIn } from '../sessions/session-actions.server';
import { NOT_AUTHENTICATED, PROVIDER_TEXTS } from '../texts';
import { asCodeGuess } from '../two-factor/check-code.server';
import {
  blankPass,
  PassExpired,
  readPass,
  requirePass,
  type SignInPass,
} from '../two-factor/finish-sign-in.server';
import { ChallengeExpired, type ChallengeUse, issueChallenge } from './challenges.server';
import { MAX_PASSKEYS, type PasskeyPurpose } from './passkey';
import { listPasskeys } from './passkey-data.server';
import { TIMEOUT_MS } from './passkey-actions.server';
import type { PasskeyAnswer } from './schema';
import { requireRelyingParty, verifyPasskey } from './verify-passkey.server';

const BROWSER = /^[\w-]{32}$/;

/** The id in the cookie of a browser that isn't signed in; null without one. */
function browserOf(cookieHeader: string | null | undefined): string | null {
  for (const name of passkeyCookies.names) {
    const value = readCookie(cookieHeader, name);
    if (value !== null && BROWSER.test(value)) return value;
  }
  return null;
}

/** It changes with the password, as the pass does. */
function secondStepUse(pass: SignInPass): ChallengeUse {
  return { purpose: 'second-step', holder: `${pass.userId} ${pass.passwordMark}` };
}

interface Asked {
  challenge: string;
  ticket: string;
  /** Null: any user's passkey for this site. */
  owner: UserScope | null;
  setCookies: string[];
}

/**
 * What the browser needs to have a passkey sign a challenge.
 * @param found who is signed in; needed to confirm
 * @throws AppError `conflict` (there are no passkeys here), `unauthenticated`, `forbidden` (no password was given)
 */
export async function askForPasskey(
  purpose: PasskeyPurpose,
  found: Session | null,
  client: Client,
  now = new Date(),
) {
  const { id } = requireRelyingParty();
  const { challenge, ticket, owner, setCookies } = ask(purpose, found, client, now);
  const own = owner === null ? [] : await listPasskeys(owner, MAX_PASSKEYS);
  const options = {
    challenge,
    rpId: id,
    timeout: TIMEOUT_MS,
    userVerification: 'required' as const,
    allowCredentials: own
      .filter(({ rpId }) => rpId === id)
      .map(({ credentialId, transports }) => ({
        id: credentialId,
        type: 'public-key' as const,
        transports,
      })),
  };
  return { asked: { options, ticket }, setCookies };
}

function ask(purpose: PasskeyPurpose, found: Session | null, client: Client, now: Date): Asked {
  switch (purpose) {
    case 'sign-in': {
      const known = browserOf(client.cookie);
      const holder = known ?? randomBytes(24).toString('base64url');
      const name = passkeyCookies.nameFor(client.secure);
      const setCookies = known ? [] : [serializeCookie(name, holder, { secure: client.secure })];
      return { ...issueChallenge({ purpose, holder }, now), owner: null, setCookies };
    }
    case 'second-step': {
      const pass = readPass(client.cookie, now);
      if (!pass) throw new PassExpired();
      return { ...issueChallenge(secondStepUse(pass), now), owner: pass.userId, setCookies: [] };
    }
    case 'confirm': {
      if (!found) throw new AppError('unauthenticated', NOT_AUTHENTICATED);
      const holder = found.sessionId;
      return { ...issueChallenge({ purpose, holder }, now), owner: found.user.id, setCookies: [] };
    }
  }
}

/**
 * Opens a session for the passkey's owner, without a password or a code.
 * @throws ChallengeExpired, AppError `invalid`, `conflict`, `forbidden` (disabled), `too-many-requests`
 */
export async function signInWithPasskey(
  answer: PasskeyAnswer,
  timeZone: string | null,
  client: Client,
  now = new Date(),
): Promise<{ userId: UserScope; setCookies: string[] }> {
  const holder = browserOf(client.cookie);
  if (holder === null) throw new ChallengeExpired();
  // Only by address: no one can guess a signature, and counting by account would let strangers lock its owner out.
  await limitAddress('passkey-address', client.address);
  const passkey = await verifyPasskey(answer, { purpose: 'sign-in', holder }, null, now);
  await forgiveAddress('passkey-address', client.address);
  const { userId, passwordHash, disabled } = passkey;
  if (disabled) throw new AppError('forbidden', PROVIDER_TEXTS['user-disabled']);
  return completeSignIn({ userId, passwordHash }, client, {
    method: 'passkey',
    timeZone,
    refused: () => new ChallengeExpired(),
  });
}

/**
 * Opens the session of someone who has given their password and now uses a passkey in place of a code.
 * @throws PassExpired, ChallengeExpired, AppError `invalid`, `conflict`, `forbidden` (disabled), `too-many-requests`
 */
export async function finishSignInWithPasskey(
  answer: PasskeyAnswer,
  timeZone: string | null,
  client: Client,
  now = new Date(),
): Promise<{ userId: UserScope; setCookies: string[] }> {
  const { pass, userId, passwordHash } = await requirePass(client.cookie, now);
  const known = await knownDevice(client.cookie, pass.email);
  await asCodeGuess({ userId, address: client.address, known }, () =>
    verifyPasskey(answer, secondStepUse(pass), userId, now),
  );
  const { issuerId } = pass;
  const { setCookies } = await completeSignIn({ userId, passwordHash, issuerId }, client, {
    method: issuerId === undefined ? 'password-and-passkey' : 'identity-and-passkey',
    timeZone,
    refused: () => new PassExpired(),
  });
  return { userId, setCookies: [...setCookies, blankPass(client.secure)] };
}

/**
 * The signed-in person uses a passkey in place of their password and a code: this session, and no other, then counts as a
 * recent login.
 * @throws ChallengeExpired, AppError `invalid`, `conflict`, `too-many-requests`, `unauthenticated` (the session has ended)
 */
export async function confirmWithPasskey(
  found: Session,
  answer: PasskeyAnswer,
  client: Client,
  now = new Date(),
): Promise<void> {
  const { user, sessionId } = found;
  const use: ChallengeUse = { purpose: 'confirm', holder: sessionId };
  const guess = { email: user.email, address: client.address, known: knownSession(found) };
  const { passwordHash } = await asGuess(guess, () => verifyPasskey(answer, use, user.id, now));
  const noted = await noteAuthenticated({ userId: user.id, sessionId, passwordHash });
  if (!noted) throw new AppError('unauthenticated', NOT_AUTHENTICATED);
}

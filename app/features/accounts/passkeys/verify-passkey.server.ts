import { ThreadUnavailable } from '~/lib/concurrency/asked-thread.server';
import { AppError } from '~/lib/errors';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';

import { type ChallengeUse, redeemChallenge } from './challenges.server';
import { findSigningPasskey, notePasskeyUse, type SigningPasskey } from './passkey-data.server';
import { checkNew, checkSigned } from './passkey-thread.server';
import { relyingParty, type RelyingParty } from './relying-party.server';
import type { PasskeyAnswer, Registration } from './schema';
import { PASSKEY_TEXTS } from './texts';

const ED25519 = -8;
const ES256 = -7;
const RS256 = -257;
/** Every authenticator supports one of these; other algorithms would only make larger keys. */
export const ALGORITHMS = [ED25519, ES256, RS256];

/** More than an RSA key of 4,096 bits takes. */
const MAX_PUBLIC_KEY = 1_000;

/** @throws AppError `conflict` where there are no passkeys */
export function requireRelyingParty(): RelyingParty {
  const party = relyingParty();
  if (!party) throw new AppError('conflict', PASSKEY_TEXTS.unavailable);
  return party;
}

/** The user handle that authenticators store with each passkey: the account's id, and nothing else. */
export function handleOf(userId: UserScope): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'));
}

/** A passkey that fails its check is refused; one that can't be checked right now isn't. */
function refusalOf(text: string, cause: unknown): AppError {
  if (cause instanceof ThreadUnavailable) {
    return new AppError('unavailable', PASSKEY_TEXTS.busy, { cause });
  }
  return new AppError('invalid', text, { log: `passkey refused: ${messageOf(cause)}`, cause });
}

/**
 * Checks a new passkey, whose authenticator must have recognized the person.
 * @throws ChallengeExpired, AppError `invalid`, `conflict`
 */
export async function verifyNewPasskey(
  { ticket, response }: { ticket: string; response: Registration },
  use: ChallengeUse,
  now: Date,
) {
  const party = requireRelyingParty();
  const challenge = await redeemChallenge(ticket, use, now);
  try {
    const { id, publicKey, counter, backupEligible, backedUp } = await checkNew({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (id !== response.id) throw new Error('it has two ids');
    if (publicKey.length > MAX_PUBLIC_KEY) throw new Error('its key is too large');
    return {
      rpId: party.id,
      credentialId: id,
      ...{ publicKey, backupEligible, backedUp },
      counter: BigInt(counter),
      transports: response.response.transports,
    };
  } catch (cause) {
    throw refusalOf(PASSKEY_TEXTS.notAdded, cause);
  }
}

/**
 * Checks what a passkey signed, and returns the passkey. Its authenticator must have recognized the person, by a
 * fingerprint or a PIN: so it stands for a password and for a second factor.
 * @param owner the required owner; null at sign-in, where the passkey identifies the user
 * @throws ChallengeExpired, AppError `invalid`, `conflict`
 */
export async function verifyPasskey(
  { ticket, response }: PasskeyAnswer,
  use: ChallengeUse,
  owner: UserScope | null,
  now: Date,
): Promise<SigningPasskey> {
  const party = requireRelyingParty();
  const challenge = await redeemChallenge(ticket, use, now);
  const passkey = await findSigningPasskey(response.id, party.id);
  if (!passkey || (owner !== null && passkey.userId !== owner)) {
    throw refusalOf(PASSKEY_TEXTS.refused, new Error('it is not known here'));
  }
  try {
    requireHandle(response.response.userHandle, passkey.userId, owner);
    const checked = await checkSigned({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: Number(passkey.counter),
      },
    });
    if (checked.backupEligible !== passkey.backupEligible) {
      throw new Error('it can be backed up where it could not, or the other way round');
    }
    const used = { counter: BigInt(checked.counter), backedUp: checked.backedUp, now };
    if (!(await notePasskeyUse(passkey, used))) {
      throw new Error('it was removed or used elsewhere at the same time');
    }
    return passkey;
  } catch (cause) {
    const about = { userId: passkey.userId, passkey: passkey.id, reason: messageOf(cause) };
    // A counter that goes back is the sign of a cloned authenticator.
    log.warn(about, 'refused a passkey');
    throw refusalOf(PASSKEY_TEXTS.refused, cause);
  }
}

/** @throws Error unless the handle, if there is one, is the owner's */
function requireHandle(
  handle: string | undefined,
  userId: UserScope,
  owner: UserScope | null,
): void {
  if (handle === undefined) {
    if (owner === null) throw new Error('it does not name its owner');
    return;
  }
  if (handle !== Buffer.from(handleOf(userId)).toString('base64url')) {
    throw new Error('it says that it is another person’s');
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

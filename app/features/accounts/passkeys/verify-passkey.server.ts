import { AppError } from '~/lib/errors';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';

import { type ChallengeUse, redeemChallenge } from './challenges.server';
import {
  findSigningPasskey,
  isAnyPasskey,
  notePasskeyUse,
  type SigningPasskey,
} from './passkey-data.server';
import { relyingParty, type RelyingParty } from './relying-party.server';
import type { PasskeyAnswer, Registration } from './schema';
import { PASSKEY_TEXTS } from './texts';

// It brings parsers of certificates, which take 27 MB and a third of a second to load: not for sites without passkeys.
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** Loads what checks passkeys if someone has one, so that no request holds up others with that. */
export async function warmUpPasskeys(): Promise<void> {
  const party = relyingParty();
  if (!party || !(await isAnyPasskey(party.id))) return;
  await library();
  await helpers();
}

const ED25519 = -8;
const ES256 = -7;
const RS256 = -257;
/** What all authenticators have among them; a larger choice only makes larger keys. */
export const ALGORITHMS = [ED25519, ES256, RS256];

/** More than an RSA key of 4,096 bits takes. */
const MAX_PUBLIC_KEY = 1_000;

/** @throws AppError `conflict` where there are no passkeys */
export function requireRelyingParty(): RelyingParty {
  const party = relyingParty();
  if (!party) throw new AppError('conflict', PASSKEY_TEXTS.unavailable);
  return party;
}

/** What authenticators know the person by. It is stored with each passkey, and says no more than the account's id. */
export function handleOf(userId: UserScope): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'));
}

function refused(text: string, reason: string, cause?: unknown): AppError {
  return new AppError('invalid', text, { log: `passkey refused: ${reason}`, cause });
}

/** Pages of other sites must not use our passkeys in a frame, even if the browser says so truthfully. */
async function refuseFrames(clientDataJSON: string): Promise<void> {
  const { decodeClientDataJSON } = await helpers();
  if (decodeClientDataJSON(clientDataJSON).crossOrigin === true) {
    throw new Error('it was used in a frame of another site');
  }
}

/**
 * Without what the authenticator says about its maker: no one asked for it, and checking it would follow addresses in
 * certificates that anyone can write.
 */
async function withoutAttestation(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await helpers();
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get(
    'authData',
  ) as unknown;
  if (!(authData instanceof Uint8Array)) throw new Error('it has no data of an authenticator');
  const kept = new Map<string, string | Uint8Array | Map<string, string>>();
  kept.set('fmt', 'none').set('attStmt', new Map()).set('authData', authData);
  return isoBase64URL.fromBuffer(isoCBOR.encode(kept));
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
    await refuseFrames(response.response.clientDataJSON);
    const { verifyRegistrationResponse } = await library();
    const attestationObject = await withoutAttestation(response.response.attestationObject);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, response: { ...response.response, attestationObject } },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) throw new Error('it is not verified');
    const { credential, credentialBackedUp, credentialDeviceType } = registrationInfo;
    if (credential.id !== response.id) throw new Error('it has two ids');
    if (credential.publicKey.length > MAX_PUBLIC_KEY) throw new Error('its key is too large');
    return {
      rpId: party.id,
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: BigInt(credential.counter),
      transports: response.response.transports,
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
    };
  } catch (cause) {
    throw refused(PASSKEY_TEXTS.notAdded, messageOf(cause), cause);
  }
}

/**
 * Checks what a passkey signed, and returns the passkey. Its authenticator must have recognized the person, by a
 * fingerprint or a PIN: so it stands for a password and for a second factor.
 * @param owner whose it must be; null before sign-in, where the passkey itself has to say that
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
    throw refused(PASSKEY_TEXTS.refused, 'it is not known here');
  }
  try {
    requireHandle(response.response.userHandle, passkey.userId, owner);
    await refuseFrames(response.response.clientDataJSON);
    const { verifyAuthenticationResponse } = await library();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
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
    if (!verified) throw new Error('its signature is wrong');
    const { newCounter, credentialBackedUp, credentialDeviceType } = authenticationInfo;
    if ((credentialDeviceType === 'multiDevice') !== passkey.backupEligible) {
      throw new Error('it can be backed up where it could not, or the other way round');
    }
    const counter = BigInt(newCounter);
    if (!(await notePasskeyUse(passkey, { counter, backedUp: credentialBackedUp, now }))) {
      throw new Error('it was removed or used elsewhere at the same time');
    }
    return passkey;
  } catch (cause) {
    const reason = messageOf(cause);
    // A counter that goes back is the sign of a cloned authenticator.
    log.warn({ userId: passkey.userId, passkey: passkey.id, reason }, 'refused a passkey');
    throw refused(PASSKEY_TEXTS.refused, reason, cause);
  }
}

/** @throws Error unless the handle, if there is one, is the owner's */
function requireHandle(
  handle: string | undefined,
  userId: UserScope,
  owner: UserScope | null,
): void {
  if (handle === undefined) {
    if (owner === null) throw new Error('it does not say whose it is');
    return;
  }
  if (handle !== Buffer.from(handleOf(userId)).toString('base64url')) {
    throw new Error('it says that it is another person’s');
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

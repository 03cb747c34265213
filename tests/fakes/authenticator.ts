import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

import { isoCBOR } from '@simplewebauthn/server/helpers';

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const BACKUP_ELIGIBLE = 8;
const BACKED_UP = 16;
const HAS_CREDENTIAL = 64;

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** How an authenticator, its browser, or an attacker between them may differ from what is right. */
export interface Deviation {
  origin?: string;
  rpId?: string;
  challenge?: string;
  isVerified?: boolean;
  crossOrigin?: boolean;
  userHandle?: string | null;
  id?: string;
  isBackupEligible?: boolean;
  /** Signs with another key. */
  isForged?: boolean;
}

export interface AuthenticatorOptions {
  origin: string;
  rpId: string;
  /** Counts its signatures, as security keys do. */
  counts?: boolean;
}

/** A password manager, or a security key, with one passkey, and the browser that speaks for it. */
export class FakeAuthenticator {
  readonly id = base64url(randomBytes(32));
  /** How often it has signed. */
  counter = 0;
  #options: AuthenticatorOptions;
  #key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #userHandle = '';

  constructor(options: AuthenticatorOptions) {
    this.#options = options;
  }

  /** What `navigator.credentials.create()` answers, as JSON. `attestation` is what it says about its maker. */
  create(
    options: { challenge: string; user: { id: string } },
    deviation: Deviation & { attestation?: { fmt: string; attStmt: Map<string, unknown> } } = {},
  ) {
    this.#userHandle = options.user.id;
    const { fmt, attStmt } = deviation.attestation ?? { fmt: 'none', attStmt: new Map() };
    const authData = Buffer.concat([
      this.#authenticatorData(HAS_CREDENTIAL, deviation),
      Buffer.alloc(16),
      Buffer.from([0, 32]),
      Buffer.from(this.id, 'base64url'),
      coseOf(this.#key.publicKey),
    ]);
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', new Uint8Array(authData)],
      ]) as never,
    );
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options, deviation),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      },
    };
  }

  /** What `navigator.credentials.get()` answers, as JSON. */
  sign(options: { challenge: string }, deviation: Deviation = {}) {
    if (this.#options.counts) this.counter += 1;
    const authenticatorData = this.#authenticatorData(0, deviation);
    const clientDataJSON = this.#clientData('webauthn.get', options, deviation);
    const signed = Buffer.concat([
      authenticatorData,
      sha256(Buffer.from(clientDataJSON, 'base64url')),
    ]);
    const key = deviation.isForged
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
      : this.#key.privateKey;
    const id = deviation.id ?? this.id;
    const userHandle = deviation.userHandle === undefined ? this.#userHandle : deviation.userHandle;
    return {
      id,
      rawId: id,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON,
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign('sha256', signed, key)),
        ...(userHandle !== null && { userHandle }),
      },
    };
  }

  #authenticatorData(
    extra: number,
    { rpId = this.#options.rpId, isVerified = true, isBackupEligible }: Deviation,
  ): Buffer {
    const synced = isBackupEligible ?? !this.#options.counts;
    const flags =
      USER_PRESENT |
      extra |
      (isVerified ? USER_VERIFIED : 0) |
      (synced ? BACKUP_ELIGIBLE | BACKED_UP : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }

  #clientData(
    type: string,
    options: { challenge: string },
    { origin = this.#options.origin, challenge, crossOrigin = false }: Deviation,
  ): string {
    const data = { type, challenge: challenge ?? options.challenge, origin, crossOrigin };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }
}

/** An ES256 key in COSE. */
function coseOf(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]) as never,
  );
}

import { Secret, TOTP } from 'otpauth';
import { encode } from 'uqr';

import type { QrCode } from './two-factor';

const PERIOD_S = 30;
/** A clock may be half a minute off, in either direction. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const ISSUER = 'Brandwright';

/** A new secret for an authenticator app, in base32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

function totpOf(secret: string, label = ''): TOTP {
  // What every app supports; some ignore all other values.
  return new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
    secret: Secret.fromBase32(secret),
  });
}

/** The URI in the QR code that the app scans. */
export function uriOf(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** The half minute since 1970 that this code of the app belongs to; null if the code isn't valid at this time. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1_000 / PERIOD_S) + delta;
}

const QUIET_ZONE = 4;

/** Drawn on the server, so that the browser needs no code for it. */
export function drawQrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: path.join('') };
}

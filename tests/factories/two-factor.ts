import { Secret, TOTP } from 'otpauth';

import { identify } from '~/features/accounts/sessions/authenticate.server';
import {
  beginEnrollment,
  confirmEnrollment,
} from '~/features/accounts/two-factor/two-factor-actions.server';
import type { UserScope } from '~/lib/scope';

import { signInCookie } from './users';

const STEP_MS = 30_000;

/** The code for this secret, `steps` half minutes from `at`. */
export function codeOf(secret: string, at: Date, steps = 0): string {
  const timestamp = at.getTime() + steps * STEP_MS;
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}

export const somewhere = { address: '203.0.113.7', userAgent: 'Firefox', secure: false };

/** Turns two-factor sign-in on with the code of the half minute before `now`. */
export async function enroll(
  user: { id: UserScope },
  now = new Date(),
): Promise<{ secret: string; backupCodes: string[]; cookie: string }> {
  const cookie = await signInCookie(user);
  const found = { ...(await identify(cookie))!, authenticatedAt: now };
  const { secret } = await beginEnrollment(found, { code: '' }, somewhere, now);
  const code = codeOf(secret, now, -1);
  const { backupCodes } = await confirmEnrollment(found, { code }, somewhere, now);
  return { secret, backupCodes, cookie };
}

import { Secret, TOTP } from 'otpauth';

import { authenticate } from '~/features/accounts/index.server';
import {
  beginEnrollment,
  confirmEnrollment,
} from '~/features/accounts/two-factor/two-factor-actions.server';
import type { UserScope } from '~/lib/scope';

import { signInCookie } from './users';

const STEP_MS = 30_000;

/** What the app shows for this secret, so many half minutes from `at`. */
export function codeOf(secret: string, at: Date, steps = 0): string {
  const timestamp = at.getTime() + steps * STEP_MS;
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}

export const somewhere = { address: '203.0.113.7', userAgent: 'Firefox', secure: false };

/** Switches two-factor sign-in on; its app's code of the half minute before `now` is the one that was used. */
export async function enroll(
  user: { id: UserScope },
  now = new Date(),
): Promise<{ secret: string; backupCodes: string[]; cookie: string }> {
  const cookie = await signInCookie(user);
  const found = { ...(await authenticate(cookie))!, authenticatedAt: now };
  const { secret } = await beginEnrollment(found, { code: '' }, somewhere, now);
  const code = codeOf(secret, now, -1);
  const { backupCodes } = await confirmEnrollment(found, { code }, somewhere, now);
  return { secret, backupCodes, cookie };
}

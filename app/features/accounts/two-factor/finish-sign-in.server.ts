import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { PROVIDER_TEXTS } from '../texts';
import type { Client } from '../sessions/client';
import { knownDevice } from '../sessions/known-device.server';
import { SessionRefused } from '../sessions/session-data.server';
import { startSession } from '../sessions/session-actions.server';
import { findCredentials, updateTimeZone } from '../users/user-data.server';
import { checkCode } from './check-code.server';
import { TWO_FACTOR_TEXTS } from './texts';
import { blankPass, passwordMark, readPass } from './sign-in-pass.server';
import { needsCode } from './two-factor-data.server';

export interface SecondStep {
  code: string;
  timeZone: string | null;
}

/** There is nothing to go on with: the password has to be given again. */
export class PassExpired extends AppError {
  constructor() {
    super('forbidden', TWO_FACTOR_TEXTS.tookTooLong);
  }
}

/**
 * Opens the session of someone who has given their password, see `signIn`, and now gives a code.
 * @throws PassExpired, WrongCode, AppError forbidden (disabled), too-many-requests, unavailable
 */
export async function finishSignIn(
  cookieHeader: string | null,
  { code, timeZone }: SecondStep,
  client: Client,
  now = new Date(),
): Promise<{ userId: UserScope; setCookies: string[] }> {
  const pass = readPass(cookieHeader, now);
  const credentials = pass && (await findCredentials(pass.email));
  if (!pass || credentials?.userId !== pass.userId) throw new PassExpired();
  const { userId, passwordHash, disabled } = credentials;
  // Another password ends what was begun with this one; so does a reset of two-factor sign-in.
  if (passwordMark(passwordHash) !== pass.passwordMark || !(await needsCode(userId))) {
    throw new PassExpired();
  }
  if (disabled) throw new AppError('forbidden', PROVIDER_TEXTS['user-disabled']);
  const known = await knownDevice(client.cookie, pass.email);
  await checkCode({ userId, code, address: client.address, known, now });
  const { setCookies } = await startSession({ userId, passwordHash }, client).catch(
    (error: unknown) => {
      throw error instanceof SessionRefused ? new PassExpired() : error;
    },
  );
  if (timeZone) await updateTimeZone(userId, timeZone);
  return { userId, setCookies: [...setCookies, blankPass(client.secure)] };
}

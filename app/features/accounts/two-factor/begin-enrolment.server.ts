import { limitUse } from '~/http/rate-limit.server';
import type { Session } from '~/http/session';

import type { Client } from '../sessions/client';
import { knownSession } from '../sessions/known-device.server';
import { requireRecentLogin } from '../sessions/require-recent-login.server';
import { checkCode } from './check-code.server';
import { qrPicture } from './qr-code.server';
import { newSecret, uriOf } from './totp.server';
import type { Enrolment } from './two-factor';
import { keepPending } from './two-factor-data.server';

/**
 * A new secret for an app, which counts once a code of it was given to `confirmEnrolment`; until then the one before
 * does. Where two-factor sign-in is on, it takes a code of the present app, or a backup code.
 * @throws RecentLoginRequired, WrongCode, AppError too-many-requests, unavailable
 */
export async function beginEnrolment(
  found: Session,
  { code }: { code: string },
  client: Client,
  now = new Date(),
): Promise<Enrolment> {
  const { user } = found;
  requireRecentLogin(found, now);
  await limitUse('two-factor-change', user.id, client.address);
  await checkCode({
    userId: user.id,
    code,
    address: client.address,
    known: knownSession(found),
    now,
  });
  const secret = newSecret();
  await keepPending(user.id, secret, now);
  const uri = uriOf(secret, user.email);
  return { secret, uri, picture: qrPicture(uri) };
}

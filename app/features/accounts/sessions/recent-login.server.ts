import type { Session } from '~/http/session';
import { prisma } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { checkCurrentPassword } from '../passwords/current-password.server';
import { SECOND_FACTOR_TEXTS } from '../second-factor/texts';
import { NOT_AUTHENTICATED, PROVIDER_TEXTS } from '../texts';
import { IDENTITY_TEXTS } from '../identities/texts';
import { checkCode } from '../two-factor/check-code.server';
import { needsCode } from '../two-factor/two-factor-data.server';
import { findPasswordHash } from '../users/user-data.server';
import { findSecondStep } from '../two-factor/second-step.server';
import { knownSession } from './known-device.server';
import { type Client, isRecentLogin } from './session';
import { noteAuthenticated } from './session-data.server';

/** The person last showed too long ago in this session who they are. */
export class RecentLoginRequired extends AppError {
  constructor() {
    super('forbidden', PROVIDER_TEXTS['requires-recent-login']);
  }
}

/**
 * For changes with grave consequences: of the email address, of two-factor sign-in, the account's deletion.
 * @throws RecentLoginRequired (forbidden), whose text asks people to confirm at /auth/reauthenticate
 */
export function requireRecentLogin(
  { authenticatedAt }: Pick<Session, 'authenticatedAt'>,
  now = new Date(),
): void {
  if (isRecentLogin(authenticatedAt, now)) return;
  throw new RecentLoginRequired();
}

/**
 * The signed-in person gives their password again, and a code if two-factor sign-in is on: this session, and no other,
 * then counts as a recent login.
 * @throws WrongPassword, WrongCode, AppError too-many-requests, unauthenticated (the session has ended), unavailable
 */
export async function reauthenticate(
  found: Session,
  { password, code }: { password: string; code: string },
  client: Client,
): Promise<void> {
  const { user, sessionId } = found;
  const step = await findSecondStep(user.id);
  if (step?.code === false) throw new AppError('forbidden', SECOND_FACTOR_TEXTS.passkeyOnly);
  const from = { address: client.address, known: knownSession(found) };
  const passwordHash = await checkCurrentPassword(
    user.id,
    { email: user.email, ...from },
    password,
  );
  await checkCode({ userId: user.id, code, ...from });
  const noted = await noteAuthenticated({ userId: user.id, sessionId, passwordHash });
  if (!noted) throw new AppError('unauthenticated', NOT_AUTHENTICATED);
}

/**
 * The same for someone without a password, whom an issuer has just shown to be who they are, and who has two-factor sign-in
 * on.
 * @throws WrongCode, AppError forbidden (no issuer has), too-many-requests, unauthenticated (the session has ended)
 */
export async function confirmWithCode(
  found: Session,
  code: string,
  isShown: boolean,
  client: Client,
): Promise<void> {
  const { user, sessionId } = found;
  // Without a code to check, the issuer's answer alone has confirmed it.
  if (!isShown || !(await needsCode(user.id))) {
    throw new AppError('forbidden', IDENTITY_TEXTS.expired);
  }
  const passwordHash = await findPasswordHash(prisma, user.id);
  await checkCode({ userId: user.id, code, address: client.address, known: knownSession(found) });
  const noted =
    passwordHash !== null &&
    (await noteAuthenticated({ userId: user.id, sessionId, passwordHash }));
  if (!noted) throw new AppError('unauthenticated', NOT_AUTHENTICATED);
}

import { AppError } from '~/lib/errors';
import type { Session } from '~/http/session';

import { PROVIDER_TEXTS } from '../texts';
import { isRecentLogin } from './recent-login';

/** The session's last password is too long ago. */
export class RecentLoginRequired extends AppError {
  constructor() {
    super('forbidden', PROVIDER_TEXTS['requires-recent-login']);
  }
}

/**
 * For what is grave: changing the e-mail, two-factor, deletion.
 * @throws RecentLoginRequired (forbidden): its text asks to confirm, at /auth/reauthenticate
 */
export function requireRecentLogin(
  { authenticatedAt }: Pick<Session, 'authenticatedAt'>,
  now = new Date(),
): void {
  if (isRecentLogin(authenticatedAt, now)) return;
  throw new RecentLoginRequired();
}

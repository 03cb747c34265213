import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { Session } from '~/http/session';

import { ACCOUNT_TEXTS } from '../texts';
import { publishAccountChange } from '../settings/account-events.server';
import { requireRecentLogin } from './require-recent-login.server';
import { publishSessionEnded } from './session-events.server';
import { deleteOtherSessions, deleteSession } from './sessions.server';

/** Signs the person out at one of their places, at once. @throws AppError `not-found` */
export async function revokeSession(userId: string, sessionId: string): Promise<void> {
  const tell = await transaction(async (tx) => {
    if (!(await deleteSession(tx, userId, sessionId))) {
      throw new AppError('not-found', ACCOUNT_TEXTS.sessionGone);
    }
    return publishAccountChange(tx, userId);
  });
  await publishSessionEnded({ userId, sessionId });
  await tell();
}

/** Signs the person out everywhere but here. @throws RecentLoginRequired */
export async function revokeOtherSessions(found: Session): Promise<void> {
  requireRecentLogin(found);
  const { user, sessionId } = found;
  const { ended, tell } = await transaction(async (tx) => ({
    ended: await deleteOtherSessions(tx, user.id, sessionId),
    tell: await publishAccountChange(tx, user.id),
  }));
  await Promise.all(
    ended.map((other) => publishSessionEnded({ userId: user.id, sessionId: other })),
  );
  await tell();
}

import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { Session } from '~/http/session';

import { ACCOUNT_TEXTS } from '../texts';
import { requireRecentLogin } from './require-recent-login.server';
import { publishSessionEnded } from './session-events.server';
import { deleteOtherSessions, deleteSession } from './sessions.server';

/** Signs the person out at one of their places, at once. @throws AppError `not-found` */
export async function revokeSession(userId: string, sessionId: string): Promise<void> {
  await transaction(async (tx) => {
    if (!(await deleteSession(tx, userId, sessionId))) {
      throw new AppError('not-found', ACCOUNT_TEXTS.sessionGone);
    }
    await publish(tx, userId, { topic: 'account', data: null });
  });
  await publishSessionEnded({ userId, sessionId });
}

/** Signs the person out everywhere but here. @throws RecentLoginRequired */
export async function revokeOtherSessions(found: Session): Promise<void> {
  requireRecentLogin(found);
  const { user, sessionId } = found;
  const ended = await transaction(async (tx) => {
    const others = await deleteOtherSessions(tx, user.id, sessionId);
    await publish(tx, user.id, { topic: 'account', data: null });
    return others;
  });
  await Promise.all(
    ended.map((other) => publishSessionEnded({ userId: user.id, sessionId: other })),
  );
}

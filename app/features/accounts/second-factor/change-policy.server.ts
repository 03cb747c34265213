import type { Session } from '~/http/session';
import { prismaTransaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { log } from '~/lib/log.server';

import { recordAct } from '../audit/audit-data.server';
import { REQUIRE_SECOND_FACTOR } from '../audit/site-acts';
import { passkeyHost } from '../passkeys/relying-party.server';
import { requireRecentLogin } from '../sessions/recent-login.server';
import { publishSessionEnded } from '../sessions/session-events.server';
import { deletePasskeyOnlySessions, type EndedSession } from '../sessions/session-data.server';
import type { SecondFactorFor, SignInPolicyView } from './policy';
import { countLacking, findKeptOut, findPolicy, putPolicy } from './policy-data.server';
import { hasSecondFactor, NOT_CUT } from './second-factor.server';
import { SECOND_FACTOR_TEXTS } from './texts';

export async function viewSignInPolicy(): Promise<SignInPolicyView> {
  return { secondFactorFor: await findPolicy(), lacking: await countLacking(passkeyHost()) };
}

/**
 * For an admin: requires a second factor from now on, of people who are signed in, too. The admin must have one. Sessions
 * of people who have only passkeys end, except the admin's own, because a password alone may have opened them.
 * @throws RecentLoginRequired, AppError `conflict` (the admin has none)
 */
export async function changeSignInPolicy(
  found: Session,
  secondFactorFor: SecondFactorFor,
  address: string | undefined,
  now = new Date(),
): Promise<void> {
  requireRecentLogin(found, now);
  const { user, sessionId } = found;
  if (secondFactorFor !== 'no-one' && !(await hasSecondFactor(user.id))) {
    throw new AppError('conflict', SECOND_FACTOR_TEXTS.ownFirst);
  }
  const ended = await prismaTransaction(async (tx, sql) => {
    const before = { secondFactorFor: await findPolicy(tx) };
    await putPolicy(tx, secondFactorFor, now);
    const act = { actorId: user.id, address, action: REQUIRE_SECOND_FACTOR, targetId: null };
    await recordAct(sql, { ...act, before, after: { secondFactorFor } });
    const subject = newlySubject(before.secondFactorFor, secondFactorFor);
    return subject ? deletePasskeyOnlySessions(sql, subject, sessionId) : [];
  });
  await cutSockets(ended, secondFactorFor);
}

/** For whom the rule begins; null if for no one. */
function newlySubject(
  before: SecondFactorFor,
  after: SecondFactorFor,
): { isAdmin?: boolean } | null {
  if (after === before || after === 'no-one' || before === 'everyone') return null;
  if (after === 'admins') return { isAdmin: true };
  return before === 'admins' ? { isAdmin: false } : {};
}

const BATCH = 100;

/** Of the sessions that ended, and of people who are kept out now. The rule is saved: a failure here is only logged. */
async function cutSockets(
  ended: readonly EndedSession[],
  secondFactorFor: SecondFactorFor,
): Promise<void> {
  try {
    for (let start = 0; start < ended.length; start += BATCH) {
      await Promise.all(
        ended
          .slice(start, start + BATCH)
          .map(({ id, userId }) => publishSessionEnded({ userId, sessionId: id })),
      );
    }
    // Their sessions stay, but open tabs learn nothing more until they come back through the gate.
    for await (const userIds of findKeptOut(passkeyHost(), secondFactorFor)) {
      await Promise.all(userIds.map((userId) => publishSessionEnded({ userId })));
    }
  } catch (err) {
    log.error({ err }, NOT_CUT);
  }
}

import {
  disableUser,
  enableUser,
  endAllSessions,
  grantAdmin,
  recordAct,
  resetTwoFactor,
  revokeAdmin,
  sendVerification,
} from '~/features/accounts/index.server';
import { extendTrial, grant, setAllowance } from '~/features/billing/index.server';
import { sql, transaction } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';

import type { ActingAdmin } from './acting-admin';
import { adminTexts } from '../texts';
import { clearAddress } from '../outbox/clear-email-failures.server';
import type { UserAct } from './user-acts';
import { countOf, findUserRow, type UserRow } from './user-report.server';

/**
 * Does to an account what an admin asks for, and notes it in the audit log. Returns the words for that.
 * @throws AppError not-found, conflict
 */
export async function actOnUser(
  admin: ActingAdmin,
  id: string | undefined,
  act: UserAct,
  now: Date,
): Promise<string> {
  const user = isId(id) ? await findUserRow(sql, id) : null;
  if (!user) throw new AppError('not-found', adminTexts.userGone);
  const note = (change: { before?: object; after?: object }) =>
    recordAct(sql, {
      actorId: admin.id,
      address: admin.address,
      action: act.name,
      targetId: user.id,
      ...change,
    });
  switch (act.name) {
    case 'disable':
      if (user.id === admin.id) throw new AppError('conflict', adminTexts.notYourself);
      await disableUser(user.id);
      await note({ before: { disabled: user.disabled }, after: { disabled: true } });
      break;
    case 'enable':
      await enableUser(user.id);
      await note({ before: { disabled: user.disabled }, after: { disabled: false } });
      break;
    case 'grant-admin':
      await grantAdmin(user.id);
      await note({ before: { isAdmin: user.isAdmin }, after: { isAdmin: true } });
      break;
    case 'revoke-admin':
      if (!(await revokeAdmin(user.id))) throw new AppError('conflict', adminTexts.lastAdmin);
      await note({ before: { isAdmin: user.isAdmin }, after: { isAdmin: false } });
      break;
    case 'give-tokens':
      await giveTokens(admin, user, act, now);
      break;
    case 'set-allowance': {
      if (env().METERING !== 'allowance') throw new AppError('conflict', adminTexts.noAllowances);
      await transaction(async (tx) => {
        const before = await setAllowance(tx, user.id, act.amount, now);
        await recordAct(tx, {
          actorId: admin.id,
          address: admin.address,
          action: act.name,
          targetId: user.id,
          before: { tokensAMonth: before },
          after: { tokensAMonth: act.amount },
        });
      });
      break;
    }
    case 'extend-trial': {
      const ends = await transaction((tx) => extendTrial(tx, user.id, act.days, now));
      if (!ends) throw new AppError('conflict', adminTexts.trialNotNeeded);
      await note({ before: { trialEndsAt: ends.before }, after: { trialEndsAt: ends.after } });
      break;
    }
    case 'send-verification':
      if (user.emailVerified) throw new AppError('conflict', adminTexts.verifiedAlready);
      await sendVerification(user.id);
      await note({});
      break;
    case 'end-sessions': {
      const { sessions } = await countOf(sql, user.id);
      if (sessions === 0) throw new AppError('conflict', adminTexts.nobodySignedIn);
      await endAllSessions(user.id);
      await note({ before: { sessions } });
      break;
    }
    case 'clear-mail-failures': {
      if ((await clearAddress(admin, user.email, now)) === 0) {
        throw new AppError('conflict', adminTexts.emailArrives);
      }
      break;
    }
    case 'reset-two-factor': {
      const by = { actorId: admin.id, address: admin.address };
      if (!(await resetTwoFactor(user, by))) {
        throw new AppError('conflict', adminTexts.noTwoFactor);
      }
      break;
    }
  }
  return adminTexts.done[act.name];
}

/** Tokens that never lapse; the reason stands in the audit log, in the transaction of the grant. */
async function giveTokens(
  admin: ActingAdmin,
  user: UserRow,
  { amount, reason }: Extract<UserAct, { name: 'give-tokens' }>,
  now: Date,
): Promise<void> {
  const reference = `admin:${newId()}`;
  await transaction(async (tx) => {
    await grant(tx, { userId: user.id, bucket: 'balance', amount, reference, now });
    await recordAct(tx, {
      actorId: admin.id,
      address: admin.address,
      action: 'give-tokens',
      targetId: user.id,
      after: { tokens: amount, reason, reference },
    });
  });
}

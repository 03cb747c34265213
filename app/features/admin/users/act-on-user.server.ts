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
import { isOutboxUsed } from '~/features/email/index.server';
import { extendTrial, grant, setAllowance } from '~/features/billing/index.server';
import { prismaTransaction, sql, type Sql, transaction } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';

import type { ActingAdmin } from '../act-answer.server';
import { clearAddress } from '../outbox/clear-email-failures.server';
import { adminTexts } from '../texts';
import type { UserAct } from './user-acts';
import { countOf, findUserRow } from './user-report.server';

/**
 * Carries out an admin's act on an account, and records it in the audit log. Returns the text that confirms it.
 * @throws AppError `not-found`, `conflict`
 */
export async function actOnUser(
  admin: ActingAdmin,
  id: string | undefined,
  act: UserAct,
  now: Date,
): Promise<string> {
  const user = isId(id) ? await findUserRow(sql, id) : null;
  if (!user) throw new AppError('not-found', adminTexts.userGone);
  const note = (change: { before?: object; after?: object }, on: Sql = sql) =>
    recordAct(on, {
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
      await transaction(async (tx) => {
        const { amount, reason } = act;
        const reference = `admin:${newId()}`;
        await grant(tx, { userId: user.id, bucket: 'balance', amount, reference, now });
        await note({ after: { tokens: amount, reason, reference } }, tx);
      });
      break;
    case 'set-allowance':
      if (env().METERING !== 'allowance') throw new AppError('conflict', adminTexts.noAllowances);
      await prismaTransaction(async (tx, sql) => {
        const before = await setAllowance(tx, sql, user.id, act.amount, now);
        await note({ before: { tokensAMonth: before }, after: { tokensAMonth: act.amount } }, sql);
      });
      break;
    case 'extend-trial':
      await prismaTransaction(async (tx, sql) => {
        const ends = await extendTrial(tx, sql, user.id, act.days, now);
        if (!ends) throw new AppError('conflict', adminTexts.trialNotNeeded);
        const [before, after] = [{ trialEndsAt: ends.before }, { trialEndsAt: ends.after }];
        await note({ before, after }, sql);
      });
      break;
    case 'send-verification':
      if (user.emailVerified) throw new AppError('conflict', adminTexts.verifiedAlready);
      await sendVerification(user.id);
      await note({});
      if (isOutboxUsed()) return adminTexts.linkUnsent;
      break;
    case 'end-sessions': {
      const { sessions } = await countOf(sql, user.id);
      if (sessions === 0) throw new AppError('conflict', adminTexts.nobodySignedIn);
      await endAllSessions(user.id);
      await note({ before: { sessions } });
      break;
    }
    case 'clear-mail-failures':
      if ((await clearAddress(admin, user.email, now)) === 0) {
        throw new AppError('conflict', adminTexts.emailArrives);
      }
      break;
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

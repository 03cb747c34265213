import { clearLimit, forgive, forgiveAddress, limit, limitAddress } from '~/http/rate-limit.server';
import { sql } from '~/lib/db/index.server';
import { Undecipherable } from '~/lib/security/encryption.server';
import { AppError } from '~/lib/errors';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';

import { queueAccountEmail } from '../emails/send-account-email.server';
import { recordSecurityEvent } from '../security-events/security-event-data.server';
import { bestEffort } from '../sessions/best-effort.server';
import type { Known } from '../sessions/known-device.server';
import { findContact } from '../users/user-data.server';
import { CODE_TEXTS } from './texts';
import { stepOf } from './totp.server';
import { readCode } from './two-factor';
import {
  consumeBackupCode,
  countBackupCodes,
  findActive,
  takeStep,
  type TwoFactorSecret,
} from './two-factor-data.server';

/** What was typed isn't a valid code, or no longer is. */
export class WrongCode extends AppError {
  constructor(text: string = CODE_TEXTS.wrong) {
    super('invalid', text);
  }
}

export interface CodeAttempt {
  userId: UserScope;
  /** As it was typed. */
  code: string;
  address: string | undefined;
  /** Null for a stranger, who nevertheless knows the password. */
  known: Known | null;
  now?: Date;
}

/**
 * Checks a code of the user's app, or one of their backup codes, and uses it up. Passes if two-factor sign-in is off.
 * @throws WrongCode, AppError too-many-requests, unavailable (ENCRYPTION_KEY has changed)
 */
export async function checkCode({ userId, code, address, known, now = new Date() }: CodeAttempt) {
  const active = await readable(userId, () => findActive(userId));
  if (!active) return;
  await asCodeGuess({ userId, address, known }, async () => {
    const typed = readCode(code);
    if (typed?.kind !== 'backup') return takeAppCode(userId, active, typed?.code, now);
    if (!(await consumeBackupCode(userId, typed.code, now))) {
      throw new WrongCode(CODE_TEXTS.wrongBackup);
    }
    await noteBackupCode(userId);
  });
}

async function takeAppCode(
  userId: UserScope,
  { secret, encrypted }: TwoFactorSecret,
  code: string | undefined,
  now: Date,
): Promise<void> {
  const step = code === undefined ? null : stepOf(secret, code, now);
  if (step === null) throw new WrongCode();
  // Someone who looked over the person's shoulder could use the same code for up to another minute.
  if (!(await takeStep(userId, { encrypted, step }))) throw new WrongCode(CODE_TEXTS.used);
}

/** The code is used up: if it were refused now, it would cost the person another one. */
async function noteBackupCode(userId: UserScope): Promise<void> {
  await bestEffort(userId, () => recordSecurityEvent(sql, { userId, kind: 'backup-code-used' }));
  await bestEffort(userId, async () => {
    const user = await findContact({ userId });
    const left = await countBackupCodes(userId);
    if (user) await queueAccountEmail({ kind: 'backup-code-used', email: user.email, left });
  });
}

/**
 * Runs `check`, which throws if a code is wrong, under the limits that all places that take a code share. Sessions and
 * known devices have their own counters, so that someone who stole the password can't use up the owner's attempts.
 */
export async function asCodeGuess<T>(
  { userId, address, known }: Pick<CodeAttempt, 'userId' | 'address' | 'known'>,
  check: () => Promise<T>,
): Promise<T> {
  const [byAddress, byOne, byDay] = known
    ? (['two-factor-known-address', 'two-factor-known', 'two-factor-known-day'] as const)
    : (['two-factor-address', 'two-factor-account', 'two-factor-day'] as const);
  const key = known?.by ?? userId;
  // A guess is counted before the check and forgiven after a success, so that a thousand at once count as a thousand.
  await limitAddress(byAddress, address);
  await limit(byOne, key);
  await limit(byDay, userId);
  const checked = await check();
  await forgiveAddress(byAddress, address);
  await clearLimit(byOne, key);
  await forgive(byDay, userId);
  return checked;
}

/** Returns what `read` decrypts. @throws AppError unavailable, with the cause in the log */
export async function readable<T>(userId: UserScope, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (err) {
    if (!(err instanceof Undecipherable)) throw err;
    log.error({ err, userId }, 'the secret of a two-factor sign-in cannot be read');
    throw new AppError('unavailable', CODE_TEXTS.unreadable);
  }
}

import { afterCommit, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { changeDebt, isGranted, lockAccount, post, setEnd } from './ledger-data.server';
import { isAhead, NOTHING, type Bucket } from './spending';
import { MAX_TOKENS } from './terms';
import { publishTokens } from '../usage/publish-tokens.server';

export interface GrantRequest {
  userId: UserScope;
  bucket: Bucket;
  amount: number;
  /** What the grant is for; a second grant of the same reference changes nothing. */
  reference: string;
  /**
   * When the tokens expire. Required unless the bucket's end lies ahead; the balance never expires. An end other than the
   * present one starts a new month of the allowance, in which old tokens expire, but extends a trial with its tokens.
   */
  endsAt?: Date;
  now: Date;
}

/**
 * Adds tokens to a bucket and pays a debt from them. False if this reference was granted before.
 * @throws AppError `invalid` for an amount or an end that isn't possible; `not-found` for a user without an account
 */
export async function grant(
  tx: Sql,
  { userId, bucket, amount, reference, endsAt, now }: GrantRequest,
): Promise<boolean> {
  if (!Number.isSafeInteger(amount) || amount <= 0) {
    throw new AppError('invalid', 'Enter a whole number of tokens above zero.');
  }
  const account = await lockAccount(tx, userId, reference);
  if (await isGranted(tx, userId, reference)) return false;

  const unused = { reserved: null, settled: null };
  let held = account.buckets[bucket];
  if (bucket !== 'balance') {
    const presentEnd = bucket === 'trial' ? account.trialEndsAt : account.allowanceEndsAt;
    const end = endsAt ?? presentEnd;
    if (!end || !isAhead(end, now)) {
      throw new AppError('invalid', 'Choose an end date in the future for these tokens.');
    }
    const over = !isAhead(presentEnd, now);
    const newMonth = bucket === 'allowance' && presentEnd?.getTime() !== end.getTime();
    if (held > 0 && (over || newMonth)) {
      const deltas = { ...NOTHING, [bucket]: -held };
      await post(
        tx,
        { userId, kind: 'lapse', reference: `grant:${reference}`, deltas, now },
        unused,
      );
      held = 0;
    }
    await setEnd(tx, userId, bucket, end);
  }
  if (held + amount > MAX_TOKENS) {
    throw new AppError('invalid', 'An account can’t hold that many tokens.');
  }
  const deltas = { ...NOTHING, [bucket]: amount };
  await post(tx, { userId, kind: 'grant', reference, deltas, now }, unused);
  const owed = Math.min(account.debt, amount);
  if (owed > 0) {
    const paid = { ...NOTHING, [bucket]: -owed };
    const entry = { userId, reference: `debt:${reference}`, deltas: paid, now };
    await post(tx, { ...entry, kind: 'refund' }, unused);
    await changeDebt(tx, userId, -owed);
  }
  afterCommit(tx, () => publishTokens(userId));
  return true;
}

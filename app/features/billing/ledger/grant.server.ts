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
  /** Why; a second grant of the same reference changes nothing. */
  reference: string;
  /**
   * When the tokens lapse. Needed unless the bucket has an end ahead; the balance has none. Another end than the
   * present one starts a new month of the allowance, whose old tokens lapse, but prolongs a trial with its tokens.
   */
  endsAt?: Date;
  now: Date;
}

/** Adds tokens to a bucket, of which a debt is paid first, and says whether it did. */
export async function grant(
  tx: Sql,
  { userId, bucket, amount, reference, endsAt, now }: GrantRequest,
): Promise<boolean> {
  if (!Number.isSafeInteger(amount) || amount <= 0) {
    throw new AppError('invalid', 'Please enter a whole number of tokens above zero.');
  }
  const account = await lockAccount(tx, userId, reference);
  if (await isGranted(tx, userId, reference)) return false;

  const unused = { reserved: null, settled: null };
  let held = account.buckets[bucket];
  if (bucket !== 'balance') {
    const presentEnd = bucket === 'trial' ? account.trialEndsAt : account.allowanceEndsAt;
    const end = endsAt ?? presentEnd;
    if (!end || !isAhead(end, now)) {
      throw new AppError('invalid', 'Please choose an end that lies ahead for these tokens.');
    }
    const over = !isAhead(presentEnd, now);
    const newMonth = bucket === 'allowance' && presentEnd?.getTime() !== end.getTime();
    if (held > 0 && (over || newMonth)) {
      const deltas = { ...NOTHING, [bucket]: -held };
      const lapse = {
        userId,
        kind: 'lapse',
        reference: `grant:${reference}`,
        deltas,
        now,
      } as const;
      await post(tx, lapse, unused);
      held = 0;
    }
    await setEnd(tx, userId, bucket, end);
  }
  if (held + amount > MAX_TOKENS) {
    throw new AppError('invalid', 'That is more tokens than an account can hold.');
  }
  const deltas = { ...NOTHING, [bucket]: amount };
  await post(tx, { userId, kind: 'grant', reference, deltas, now }, unused);
  const owed = Math.min(account.debt, amount);
  if (owed > 0) {
    const paid = { ...NOTHING, [bucket]: -owed };
    const entry = {
      userId,
      kind: 'refund',
      reference: `debt:${reference}`,
      deltas: paid,
      now,
    } as const;
    await post(tx, entry, unused);
    await changeDebt(tx, userId, -owed);
  }
  afterCommit(tx, () => publishTokens(userId));
  return true;
}

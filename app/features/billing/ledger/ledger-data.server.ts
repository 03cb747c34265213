// Owns billing_accounts and ledger_entries. Every change holds the account's row lock, so changes of one account never
// overlap.
import type { PrismaTx, Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import type { BillingAccount, LedgerKind, User } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import type { TokenUse } from '../usage/uses';
import type { AccountPlan } from '../subscriptions/subscription';
import type { Amounts, Bucket, Funds } from './spending';

/** The reservation and the settlement of one reference. */
export interface Posted {
  reserved: Amounts | null;
  settled: { tokens: number; uncovered: number } | null;
}

export interface LockedAccount extends Funds {
  /** Tokens that were refunded after they had been spent. */
  debt: number;
  posted: Posted;
}

type FundColumns =
  | 'trialToken'
  | 'allowanceToken'
  | 'tokenBalance'
  | 'subscriptionTrialEndAt'
  | 'allowanceEndsAt'
  | 'debtToken';

interface LockedRow extends Pick<BillingAccount, FundColumns>, Pick<User, 'emailVerified'> {
  reserveTrial: number | null;
  reserveAllowance: number | null;
  reserveBalance: number | null;
  settleTokens: number | null;
  settleUncovered: number | null;
}

// Locks the user before the account, as deleting a user does, so that the two can't deadlock.
const LOCK = `
  SELECT b.trial_token, b.allowance_token, b.token_balance,
         b.subscription_trial_end_at, b.allowance_ends_at, b.debt_token, u.email_verified,
         -r.trial_delta AS reserve_trial, -r.allowance_delta AS reserve_allowance,
         -r.balance_delta AS reserve_balance,
         s.tokens AS settle_tokens, s.uncovered AS settle_uncovered
    FROM users u
    JOIN billing_accounts b ON b.user_id = u.id
    LEFT JOIN ledger_entries r ON r.user_id = $1::uuid AND r.kind = 'reserve' AND r.reference = $2::text
    LEFT JOIN ledger_entries s ON s.user_id = $1::uuid AND s.kind = 'settle' AND s.reference = $2::text
   WHERE u.id = $1::uuid
     FOR KEY SHARE OF u FOR NO KEY UPDATE OF b`;

/**
 * Locks the account until the transaction ends. `posted` was read before waiting for the lock: pass it on to `post`,
 * which notices if it is outdated. SQL: hot path, a lock and all that a reservation needs in one round trip.
 * @throws AppError `not-found` for a user without an account
 */
export async function lockAccount(
  tx: Sql,
  userId: UserScope,
  reference: string,
): Promise<LockedAccount> {
  const [row] = await tx.query<LockedRow>(LOCK, [userId, reference], { prepared: true });
  if (!row) throw noAccount(userId);
  return {
    buckets: {
      trial: row.trialToken,
      allowance: row.allowanceToken,
      balance: row.tokenBalance,
    },
    trialEndsAt: row.subscriptionTrialEndAt,
    allowanceEndsAt: row.allowanceEndsAt,
    emailVerified: row.emailVerified,
    debt: row.debtToken,
    posted: {
      reserved:
        row.reserveTrial === null
          ? null
          : {
              trial: row.reserveTrial,
              allowance: row.reserveAllowance ?? 0,
              balance: row.reserveBalance ?? 0,
            },
      settled:
        row.settleTokens === null
          ? null
          : { tokens: row.settleTokens, uncovered: row.settleUncovered ?? 0 },
    },
  };
}

function noAccount(userId: UserScope): AppError {
  return new AppError('not-found', 'This account no longer exists.', {
    log: `user ${userId} has no billing account`,
  });
}

export interface Entry {
  userId: UserScope;
  kind: LedgerKind;
  reference: string;
  deltas: Amounts;
  tokens?: number;
  uncovered?: number;
  /** What used the tokens, on settle. */
  use?: TokenUse;
  now: Date;
}

const POST = `
  WITH entry AS (
    INSERT INTO ledger_entries
      (id, user_id, kind, reference, trial_delta, allowance_delta, balance_delta, tokens, uncovered, created_at,
       use)
    SELECT $1::uuid, $2::uuid, $3::ledger_kind, $4::text, $5::int, $6::int, $7::int, $8::int, $9::int, $10::timestamptz,
           $12::text
     WHERE (SELECT count(*) FROM ledger_entries
             WHERE user_id = $2::uuid AND reference = $4::text AND kind IN ('reserve', 'settle')) = $11::int
    RETURNING *
  )
  UPDATE billing_accounts b
     SET trial_token = b.trial_token + e.trial_delta,
         allowance_token = b.allowance_token + e.allowance_delta,
         token_balance = b.token_balance + e.balance_delta,
         total_tokens_used = b.total_tokens_used + e.tokens,
         last_token_use = CASE WHEN e.tokens > 0 THEN GREATEST(b.last_token_use, e.created_at) ELSE b.last_token_use END,
         lapses_at = LEAST(b.lapses_at,
                           CASE WHEN e.trial_delta > 0 THEN b.subscription_trial_end_at END,
                           CASE WHEN e.allowance_delta > 0 THEN b.allowance_ends_at END)
    FROM entry e
   WHERE b.user_id = e.user_id
  RETURNING b.user_id`;

/**
 * Writes an entry and changes the buckets by it. False, and nothing written, if the reference got another entry between
 * the reading of `posted` and the lock: lock again, which reads the present state, and decide again. SQL: hot path, a
 * conditional insert and an update in one round trip.
 */
export async function post(tx: Sql, entry: Entry, posted: Posted): Promise<boolean> {
  const known = Number(posted.reserved !== null) + Number(posted.settled !== null);
  const rows = await tx.query(
    POST,
    [
      newId(),
      entry.userId,
      entry.kind,
      entry.reference,
      entry.deltas.trial,
      entry.deltas.allowance,
      entry.deltas.balance,
      entry.tokens ?? 0,
      entry.uncovered ?? 0,
      entry.now,
      known,
      entry.use ?? null,
    ],
    { prepared: true },
  );
  return rows.length === 1;
}

/** Whether the account has the grant of this reference already. Hold its lock. SQL: joins the caller's transaction. */
export async function isGranted(tx: Sql, userId: UserScope, reference: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 AS found FROM ledger_entries WHERE user_id = $1::uuid AND kind = 'grant' AND reference = $2::text`,
    [userId, reference],
  );
  return rows.length > 0;
}

const END_COLUMN: Record<Exclude<Bucket, 'balance'>, string> = {
  trial: 'subscription_trial_end_at',
  allowance: 'allowance_ends_at',
};

/** Sets when a bucket's tokens expire. SQL: LEAST. */
export async function setEnd(
  tx: Sql,
  userId: UserScope,
  bucket: Exclude<Bucket, 'balance'>,
  end: Date,
): Promise<void> {
  await tx.query(
    `UPDATE billing_accounts
        SET ${END_COLUMN[bucket]} = $2::timestamptz, lapses_at = LEAST(lapses_at, $2::timestamptz)
      WHERE user_id = $1::uuid`,
    [userId, end],
  );
}

/** For a trial that continues or starts again; a subscription keeps its status. */
export async function setTrialing(tx: PrismaTx, userId: UserScope): Promise<void> {
  await tx.billingAccount.updateMany({
    where: { userId, subscriptionId: null },
    data: { subscriptionStatus: 'trialing' },
  });
}

/** Adds to the debt; `change` may be negative. Hold the account's lock. SQL: joins the caller's transaction. */
export async function changeDebt(tx: Sql, userId: UserScope, change: number): Promise<void> {
  await tx.query(
    `UPDATE billing_accounts SET debt_token = debt_token + $2::int WHERE user_id = $1::uuid`,
    [userId, change],
  );
}

export async function setPlan(
  tx: PrismaTx,
  userId: UserScope,
  { status, subscriptionId, name }: AccountPlan,
): Promise<void> {
  await tx.billingAccount.updateMany({
    where: { userId },
    data: { subscriptionStatus: status, subscriptionId, subscriptionName: name },
  });
}

/** Creates an account without tokens. False if there is one. SQL: joins the transaction of the sign-up. */
export async function insertAccount(
  tx: Sql,
  account: { userId: UserScope; trialStart: Date; trialEnd: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO billing_accounts
       (user_id, subscription_status, subscription_trial_start_at, subscription_trial_end_at, lapses_at)
     VALUES ($1::uuid, 'trialing', $2::timestamptz, $3::timestamptz, $3::timestamptz)
     ON CONFLICT (user_id) DO NOTHING
     RETURNING user_id`,
    [account.userId, account.trialStart, account.trialEnd],
  );
  return rows.length === 1;
}

export interface AccountRow
  extends
    Omit<BillingAccount, 'userId' | 'lapsesAt' | 'totalTokensUsed'>,
    Pick<User, 'emailVerified'> {
  totalTokensUsed: number;
}

/**
 * SQL: hot path, read with each page and after each answer.
 * @throws AppError `not-found` for a user without an account
 */
export async function readAccount(db: Sql, userId: UserScope): Promise<AccountRow> {
  const [row] = await db.query<AccountRow>(
    `SELECT b.subscription_status, b.subscription_id, b.subscription_name, b.subscription_trial_start_at,
            b.subscription_trial_end_at, b.trial_token, b.allowance_token, b.allowance_ends_at,
            b.token_balance, b.total_tokens_used, b.last_token_use, b.debt_token, u.email_verified
       FROM billing_accounts b JOIN users u ON u.id = b.user_id
      WHERE b.user_id = $1::uuid`,
    [userId],
    { prepared: true },
  );
  if (!row) throw noAccount(userId);
  return row;
}

/**
 * Locks up to `limit` accounts in which tokens may have expired. SQL: skips locked accounts, which are left to the next
 * run.
 */
export async function lockDueAccounts(tx: Sql, now: Date, limit: number): Promise<string[]> {
  const rows = await tx.query<{ userId: UserScope }>(
    `SELECT b.user_id
       FROM billing_accounts b JOIN users u ON u.id = b.user_id
      WHERE b.lapses_at <= $1::timestamptz
      ORDER BY b.lapses_at
      LIMIT $2::int
        FOR KEY SHARE OF u SKIP LOCKED FOR NO KEY UPDATE OF b SKIP LOCKED`,
    [now, limit],
  );
  return rows.map((row) => row.userId);
}

export interface ExpiredRow {
  userId: UserScope;
  trial: number;
  allowance: number;
  trialOver: boolean;
}

// A statement of its own after the lock: an update checks constraints on the row as its snapshot saw it, before it
// notices that the row has changed since. The status of a real subscription comes from Stripe, so it is left alone.
const EXPIRE = `
  WITH ended AS (
    SELECT user_id, row_number() OVER () AS n,
           CASE WHEN subscription_trial_end_at <= $1::timestamptz THEN trial_token ELSE 0 END AS trial,
           CASE WHEN allowance_ends_at <= $1::timestamptz THEN allowance_token ELSE 0 END AS allowance,
           (subscription_status = 'trialing' AND subscription_id IS NULL
             AND subscription_trial_end_at <= $1::timestamptz) IS TRUE AS trial_over,
           LEAST(CASE WHEN subscription_trial_end_at > $1::timestamptz THEN subscription_trial_end_at END,
                 CASE WHEN allowance_ends_at > $1::timestamptz THEN allowance_ends_at END) AS next_look
      FROM billing_accounts
     WHERE user_id = ANY($2::uuid[])
  ), entries AS (
    INSERT INTO ledger_entries (id, user_id, kind, reference, trial_delta, allowance_delta, created_at)
    SELECT ($3::uuid[])[n], user_id, 'lapse', 'end:' || ($3::uuid[])[n], -trial, -allowance, $1::timestamptz
      FROM ended WHERE trial > 0 OR allowance > 0
  )
  UPDATE billing_accounts b
     SET trial_token = b.trial_token - ended.trial,
         allowance_token = b.allowance_token - ended.allowance,
         subscription_status = CASE WHEN ended.trial_over THEN 'none' ELSE b.subscription_status END,
         lapses_at = ended.next_look
    FROM ended
   WHERE b.user_id = ended.user_id
  RETURNING b.user_id, ended.trial, ended.allowance, ended.trial_over`;

/**
 * Removes expired tokens from accounts that this transaction has locked. SQL: bulk work, hundreds of accounts at once.
 */
export async function expireLocked(tx: Sql, userIds: string[], now: Date): Promise<ExpiredRow[]> {
  return tx.query<ExpiredRow>(EXPIRE, [now, userIds, userIds.map(newId)]);
}

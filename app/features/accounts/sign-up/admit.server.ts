import { prisma, type PrismaTx } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { AppError } from '~/lib/errors';
import type { SignupMode } from '~/settings/values';

import { SIGN_UP_REFUSALS } from '../texts';
import { findInvitation, takeInvitation } from './invitation-data.server';
import { emailRefusal, type SignUpAccess, signUpRefusalText } from './sign-up';

/** What SIGNUP says, for a page that only leads to sign-up. */
export function signUpMode(): SignupMode['kind'] {
  return env().SIGNUP.kind;
}

/** The invitation's code in the request's URL, if there is one. */
export function invitationOf(request: Request): string | null {
  return new URL(request.url).searchParams.get('invite');
}

/** Whether a visitor whose link carries this invitation code, or none, may sign up (SIGNUP). */
export async function signUpAccess(
  invitation: string | null,
  db: PrismaTx = prisma,
): Promise<SignUpAccess> {
  const mode = env().SIGNUP;
  if (mode.kind === 'domains') return mode;
  if (mode.kind === 'open') return { kind: 'open' };
  if (mode.kind === 'closed') return refused('closed');
  if (invitation === null) return refused('invitation-needed');
  const found = await findInvitation(invitation, db);
  return found.kind === 'valid'
    ? { kind: 'invited', email: found.email }
    : refused(`invitation-${found.kind}`);
}

function refused(reason: keyof typeof SIGN_UP_REFUSALS): SignUpAccess {
  return { kind: 'refused', text: SIGN_UP_REFUSALS[reason] };
}

/** @throws AppError forbidden, which says why this email address can't sign up */
export async function requireAdmission(email: string, invitation: string | null): Promise<void> {
  const access = await signUpAccess(invitation);
  const refusal = signUpRefusalText(access) ?? emailRefusal(access, email);
  if (refusal !== undefined) throw new AppError('forbidden', refusal);
}

/**
 * Uses up the invitation in the transaction that creates the account; does nothing if SIGNUP doesn't require one.
 * @throws AppError forbidden if it is no longer valid
 */
export async function redeemInvitation(
  tx: PrismaTx,
  invitation: string | null,
  email: string,
  now: Date,
): Promise<void> {
  if (env().SIGNUP.kind !== 'invite') return;
  if (invitation !== null && (await takeInvitation(tx, invitation, email, now))) return;
  const access = await signUpAccess(invitation, tx);
  const refusal = signUpRefusalText(access) ?? emailRefusal(access, email);
  throw new AppError('forbidden', refusal ?? SIGN_UP_REFUSALS['invitation-used']);
}

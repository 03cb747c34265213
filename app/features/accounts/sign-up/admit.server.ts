import { sql, type Sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import type { SignupMode } from '~/settings/values';
import { AppError } from '~/lib/errors';

import { findInvitation, takeInvitation } from './invitation-data.server';
import { SIGN_UP_REFUSALS } from '../texts';
import { emailRefusal, signUpRefusalText, type SignUpAccess } from './sign-up-access';

/** SIGNUP as it stands, for a page that only leads to sign-up. */
export function signUpMode(): SignupMode['kind'] {
  return env().SIGNUP.kind;
}

/** The invitation's code in this address, if there is one. */
export function invitationOf(request: Request): string | null {
  return new URL(request.url).searchParams.get('invite');
}

/** Who may sign up (SIGNUP), for a visitor whose link carries this invitation code, or none. */
export async function signUpAccess(
  invitation: string | null,
  on: Sql = sql,
): Promise<SignUpAccess> {
  const mode = env().SIGNUP;
  if (mode.kind === 'domains') return mode;
  if (mode.kind === 'open') return { kind: 'open' };
  if (mode.kind === 'closed') return refused('closed');
  if (invitation === null) return refused('invitation-needed');
  const found = await findInvitation(on, invitation);
  return found.kind === 'valid'
    ? { kind: 'invited', email: found.email }
    : refused(`invitation-${found.kind}`);
}

function refused(reason: keyof typeof SIGN_UP_REFUSALS): SignUpAccess {
  return { kind: 'refused', text: SIGN_UP_REFUSALS[reason] };
}

/**
 * Lets this email address in, or not.
 * @throws AppError forbidden, with why not
 */
export async function requireAdmission(email: string, invitation: string | null): Promise<void> {
  const access = await signUpAccess(invitation);
  const refusal = signUpRefusalText(access) ?? emailRefusal(access, email);
  if (refusal !== undefined) throw new AppError('forbidden', refusal);
}

/**
 * Uses up, in the account's own transaction, the invitation that it takes to sign up here; does nothing where it takes
 * none.
 * @throws AppError forbidden when it is not valid any more
 */
export async function redeemInvitation(
  tx: Sql,
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

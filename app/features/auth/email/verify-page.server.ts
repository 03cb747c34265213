import { readUnreached } from '~/features/mail/index.server';
import { AppError } from '~/lib/errors';

import type { Authenticated } from '../sessions/authenticate.server';
import { requiresVerifiedEmail } from '../sessions/gate.server';
import { MAIL_TEXTS, NOT_AUTHENTICATED } from '../messages';
import { HOME } from '../forms/redirect-target';
import { resendVerification } from './resend-verification.server';
import { inspectEmailLink, requireOwnAdminLink, verifyEmail } from './verify-email.server';
import type { VerifyOutcome, VerifyPage } from './verify-page';

interface Answer<Content> {
  content: Content;
  status: number;
}

/** What the page shows: about the code of a link, or without one about the person. */
export async function openVerifyPage(
  code: string | null,
  found: Authenticated | null,
  next: string,
): Promise<Answer<VerifyPage>> {
  if (code !== null) {
    try {
      const { kind, email, userId } = await inspectEmailLink(code);
      requireOwnAdminLink({ email, userId }, found);
      const otherAccount = found && found.user.id !== userId ? found.user.email : null;
      return { content: { state: 'confirm', kind, email, otherAccount }, status: 200 };
    } catch (error) {
      return refused(error, found);
    }
  }
  if (!found) return { content: { state: 'visitor' }, status: 200 };
  const { email, emailVerified } = found.user;
  if (emailVerified) return { content: { state: 'verified', email }, status: 200 };
  const gate = requiresVerifiedEmail();
  const unreached = await readUnreached(email);
  return { content: { state: 'waiting', email, gate, next, unreached }, status: 200 };
}

/** The press on the button of a link's page. */
export async function confirmLink(
  code: string,
  found: Authenticated | null,
): Promise<Answer<VerifyOutcome>> {
  try {
    const { kind, email } = await verifyEmail(code, found);
    const text =
      kind === 'change' ? MAIL_TEXTS.emailChanged(email) : MAIL_TEXTS.emailVerified(email);
    // Who is signed in stays so, as whomever: a changed address ends the account's other sessions only.
    const next =
      found !== null ? { label: 'Continue', to: HOME } : { label: 'Sign in', to: '/auth/login' };
    return { content: { state: 'done', text, next }, status: 200 };
  } catch (error) {
    return refused(error, found);
  }
}

/** The press on the button that asks for another link, where it came as a form. */
export async function resendLink(
  found: Authenticated | null,
  address: string | undefined,
): Promise<Answer<VerifyOutcome>> {
  if (!found) return { content: { state: 'failed', text: NOT_AUTHENTICATED }, status: 401 };
  try {
    await resendVerification(found.user, address);
    const text = MAIL_TEXTS.verificationSent(found.user.email);
    return { content: { state: 'sent', text }, status: 200 };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { content: { state: 'failed', text: error.userMessage }, status: error.status };
  }
}

function refused(error: unknown, found: Authenticated | null) {
  if (!(error instanceof AppError)) throw error;
  const resend = found !== null && !found.user.emailVerified;
  const content = { state: 'refused' as const, text: error.userMessage, resend };
  return { content, status: error.status };
}

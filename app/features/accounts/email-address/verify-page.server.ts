import { findUnreached, isOutboxUsed } from '~/features/email/index.server';
import type { Session } from '~/http/session';
import { AppError } from '~/lib/errors';

import { HOME } from '../forms/redirect-target';
import { WrongPassword } from '../passwords/current-password.server';
import { requiresVerifiedEmail } from '../sessions/authenticate.server';
import { EMAIL_TEXTS, NOT_AUTHENTICATED } from '../texts';
import { linkTexts } from '../emails/send-account-email.server';
import { resendVerification } from './email-actions.server';
import {
  confirmedBefore,
  inspectEmailLink,
  needsPassword,
  PasswordNeeded,
  verifyEmail,
  type Confirmation,
} from './verify-email.server';
import type { VerifyOutcome, VerifyPage } from './verification';

interface Answer<Content> {
  content: Content;
  status: number;
}

/** What the page shows: about the link's code, or without one, about the signed-in person. */
export async function openVerifyPage(
  code: string | null,
  found: Session | null,
  next: string,
): Promise<Answer<VerifyPage>> {
  if (code !== null) {
    try {
      const link = await inspectEmailLink(code);
      const { kind, email, userId } = link;
      const otherAccount = found && found.user.id !== userId ? found.user.email : null;
      const password = needsPassword(link, found);
      return { content: { state: 'confirm', kind, email, otherAccount, password }, status: 200 };
    } catch (error) {
      const confirmed = await confirmedBefore(code);
      if (confirmed === null) return refused(error, found);
      return { content: { state: 'verified', email: confirmed }, status: 200 };
    }
  }
  if (!found) return { content: { state: 'visitor' }, status: 200 };
  const { email, emailVerified } = found.user;
  if (emailVerified) return { content: { state: 'verified', email }, status: 200 };
  const gate = requiresVerifiedEmail();
  const unreached = await findUnreached(email);
  const isSent = !isOutboxUsed();
  return { content: { state: 'waiting', email, gate, next, isSent, unreached }, status: 200 };
}

/** Confirms a link. Reading `password` from the form may fail, because it may be too long. */
export async function confirmLink(
  code: string,
  confirmation: Omit<Confirmation, 'password'> & { password: Promise<string> },
): Promise<Answer<VerifyOutcome>> {
  const found = confirmation.by;
  try {
    const password = await confirmation.password;
    const { kind, email } = await verifyEmail(code, { ...confirmation, password });
    return done(
      kind === 'change' ? EMAIL_TEXTS.emailChanged(email) : EMAIL_TEXTS.emailVerified(email),
      found,
    );
  } catch (error) {
    if (error instanceof AppError && isAboutPassword(error)) {
      return { content: { state: 'failed', text: error.userMessage }, status: error.status };
    }
    // The button may have been pressed twice, or in two tabs.
    const confirmed = await confirmedBefore(code);
    return confirmed === null
      ? refused(error, found)
      : done(EMAIL_TEXTS.emailVerified(confirmed), found);
  }
}

/** Then the page stays as it is, so that they can try again. */
function isAboutPassword(error: AppError): boolean {
  return (
    error instanceof PasswordNeeded ||
    error instanceof WrongPassword ||
    error.code === 'too-many-requests' ||
    error.code === 'too-large' ||
    error.code === 'unavailable'
  );
}

function done(text: string, found: Session | null): Answer<VerifyOutcome> {
  // People who are signed in here, with any account, stay signed in: only other sessions may have ended.
  const next =
    found !== null ? { label: 'Continue', to: HOME } : { label: 'Sign in', to: '/auth/login' };
  return { content: { state: 'done', text, next }, status: 200 };
}

/** Sends another link, if the request for it came as a form. */
export async function resendLink(
  found: Session | null,
  address: string | undefined,
): Promise<Answer<VerifyOutcome>> {
  if (!found) return { content: { state: 'failed', text: NOT_AUTHENTICATED }, status: 401 };
  try {
    await resendVerification(found.user, address);
    const text = linkTexts().verificationSent(found.user.email);
    return { content: { state: 'sent', text }, status: 200 };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { content: { state: 'failed', text: error.userMessage }, status: error.status };
  }
}

function refused(error: unknown, found: Session | null) {
  if (!(error instanceof AppError)) throw error;
  const resend = found !== null && !found.user.emailVerified && !isOutboxUsed();
  const content = {
    ...{ state: 'refused' as const, text: error.userMessage },
    ...{ resend, signedIn: found !== null },
  };
  return { content, status: error.status };
}

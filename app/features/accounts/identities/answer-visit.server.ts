import { data, redirect } from '@remix-run/node';

import { AppError, TooManyRequests } from '~/lib/errors';
import type { Session } from '~/http/session';

import { cookieHeaders } from '../forms/answers.server';
import type { Next } from './visit-issuer.server';

/** Redirects; or, if that failed for a reason that the person can act on, returns what the page shows. */
export async function answerVisit(work: Promise<Next>, found: Session | null) {
  let next: Next;
  try {
    next = await work;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const headers = new Headers();
    if (error instanceof TooManyRequests) {
      headers.set('Retry-After', String(error.retryAfterSeconds));
    }
    const back = found
      ? { to: '/settings?tab=account', label: 'Back to settings' }
      : { to: '/auth/login', label: 'Back to sign in' };
    return data({ problem: error.userMessage, back }, { status: error.status, headers });
  }
  throw redirect(next.to, { headers: cookieHeaders(next.setCookies) });
}

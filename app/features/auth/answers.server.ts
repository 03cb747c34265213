import type { Submission, SubmissionResult } from '@conform-to/react';
import { data, redirect, type AppLoadContext } from '@remix-run/node';

import { appUrl } from '~/lib/env.server';
import { AppError } from '~/lib/errors';
import { TooManyRequests } from '~/lib/rate-limit.server';

import type { Client } from './client';
import { safeRedirect } from './redirect-target';
import { isSecureRequest } from './secure-cookie';

/** Where this request comes from. */
export function clientOf(request: Request, context: AppLoadContext): Client {
  return {
    address: context.clientAddress,
    userAgent: request.headers.get('user-agent'),
    secure: isSecureRequest(request, appUrl()),
  };
}

/** Where `redirectTo` of this address leads, if it is a path of this site. */
export function returnPath(request: Request): string {
  return safeRedirect(new URL(request.url).searchParams.get('redirectTo'));
}

const hideFields = ['password'];

/**
 * Answers a sign-in or sign-up: runs `open` on a valid submission and goes on with the session's cookie, else shows the
 * form again with what was typed, never the password.
 */
export async function answerSubmission<Fields>(
  submission: Submission<Fields>,
  request: Request,
  open: (fields: Fields) => Promise<{ setCookie: string }>,
) {
  if (submission.status !== 'success') {
    return data<SubmissionResult>(submission.reply({ hideFields }), { status: 400 });
  }
  try {
    const { setCookie } = await open(submission.value);
    return redirect(returnPath(request), { headers: { 'Set-Cookie': setCookie } });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const texts = [error.userMessage];
    const shown =
      error.code === 'conflict' ? { fieldErrors: { email: texts } } : { formErrors: texts };
    return data<SubmissionResult>(submission.reply({ ...shown, hideFields }), {
      status: error.status,
      headers:
        error instanceof TooManyRequests ? { 'Retry-After': String(error.retryAfterSeconds) } : {},
    });
  }
}

import type { Submission, SubmissionResult } from '@conform-to/react';
import { data, redirect, type AppLoadContext, type TypedResponse } from '@remix-run/node';

import { isSecureRequest } from '~/http/session';
import { AppError, TooManyRequests } from '~/lib/errors';
import { appUrl } from '~/settings/env.server';

import { WrongPassword } from '../passwords/current-password.server';
import { sessionEnded } from '../sessions/guards.server';
import { RecentLoginRequired } from '../sessions/recent-login.server';
import type { Client } from '../sessions/session';
import { EMAIL_TEXTS } from '../texts';
import { WrongCode } from '../two-factor/check-code.server';
import { IDENTITY_TEXTS } from '../identities/texts';
import { TWO_FACTOR_TEXTS } from '../two-factor/texts';
import { HOME, safeRedirect } from './redirect-target';

export function clientOf(request: Request, context: AppLoadContext): Client {
  return {
    address: context.clientAddress,
    userAgent: request.headers.get('user-agent'),
    secure: isSecureRequest(request, appUrl()),
    cookie: request.headers.get('cookie'),
  };
}

export function cookieHeaders(setCookies: readonly string[]): Headers {
  const headers = new Headers();
  for (const cookie of setCookies) headers.append('Set-Cookie', cookie);
  return headers;
}

/** The path in the URL's `redirectTo`, if it is one of this site; otherwise HOME, or `unnamed` if there is none. */
export function returnPath(request: Request, unnamed = HOME): string {
  const target = new URL(request.url).searchParams.get('redirectTo');
  return target ? safeRedirect(target) : unnamed;
}

const NOTICES = new Map([
  ['password-changed', EMAIL_TEXTS.passwordChanged],
  ['once-more', TWO_FACTOR_TEXTS.tookTooLong],
  ['link', IDENTITY_TEXTS.signInToLink],
]);

/** What the sign-in page says about what led there. The URL has only a name, so that no one can make it say anything else. */
export function noticeOf(request: Request): string | null {
  return NOTICES.get(new URL(request.url).searchParams.get('notice') ?? '') ?? null;
}

/** Passwords and codes are never sent back. */
const hideFields = ['password', 'currentPassword', 'newPassword', 'code'];

/** The submission, or why the form couldn't be read. */
async function submissionOrRefusal<Fields>(
  reading: Promise<Submission<Fields>>,
): Promise<Submission<Fields> | AppError> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** A refusal above the form, whose fields keep their values. */
function unread(error: AppError): SubmissionResult {
  return { status: 'error', error: { '': [error.userMessage] } };
}

/**
 * Answers a sign-in or sign-up: a valid submission opens a session and redirects to `redirectTo`, or else to `unnamed`; any
 * other shows the form again with what was typed, except the password.
 */
export function answerSubmission<Fields>(
  reading: Promise<Submission<Fields>>,
  request: Request,
  open: (fields: Fields) => Promise<{ setCookies?: readonly string[] }>,
  unnamed = HOME,
) {
  return answerForm(reading, async (fields) => {
    const { setCookies = [] } = await open(fields);
    return redirect(returnPath(request, unnamed), { headers: cookieHeaders(setCookies) });
  });
}

/** Answers a valid submission with the result of `work`; any other shows the form again with what was typed, except secrets. */
export async function answerForm<Fields, Result>(
  reading: Promise<Submission<Fields>>,
  work: (fields: Fields) => Promise<Result>,
) {
  const submission = await submissionOrRefusal(reading);
  if (submission instanceof AppError) {
    return data<SubmissionResult>(unread(submission), refusalInit(submission));
  }
  if (submission.status !== 'success') {
    return data<SubmissionResult>(submission.reply({ hideFields }), { status: 400 });
  }
  try {
    return await work(submission.value);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<SubmissionResult>(refuse(submission, error), refusalInit(error));
  }
}

/** The answer to a form of the account's settings. */
export interface AccountFormAnswer {
  result: SubmissionResult;
  /** What to say once it is done. */
  done?: string;
  /** It needs a recent login: the form leads to /auth/reauthenticate. */
  confirm?: boolean;
}

/** Answers a form of the account's settings, which a fetcher sends: `change` does the work and returns what to say. */
export async function answerAccountForm<Fields>(
  reading: Promise<Submission<Fields>>,
  change: (fields: Fields) => Promise<string>,
): Promise<TypedResponse<AccountFormAnswer>> {
  const submission = await submissionOrRefusal(reading);
  if (submission instanceof AppError) {
    const answer: AccountFormAnswer = { result: unread(submission) };
    return Response.json(answer, refusalInit(submission));
  }
  if (submission.status !== 'success') {
    const answer: AccountFormAnswer = { result: submission.reply({ hideFields }) };
    return Response.json(answer, { status: 400 });
  }
  try {
    const done = await change(submission.value);
    const answer: AccountFormAnswer = { result: submission.reply({ resetForm: true }), done };
    return Response.json(answer);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // All pages answer the end of a session the same way (guards.server.ts).
    if (error.code === 'unauthenticated') throw sessionEnded();
    const answer: AccountFormAnswer = {
      result: refuse(submission, error),
      confirm: error instanceof RecentLoginRequired,
    };
    return Response.json(answer, refusalInit(error));
  }
}

function refuse(submission: Submission<unknown>, error: AppError): SubmissionResult {
  const texts = [error.userMessage];
  const field = fieldOf(error, submission);
  const shown = field === undefined ? { formErrors: texts } : { fieldErrors: { [field]: texts } };
  return submission.reply({ ...shown, hideFields });
}

/** The field that a refusal is about; undefined if it is about the form as a whole. */
function fieldOf(error: AppError, { payload }: Submission<unknown>): string | undefined {
  const [named] = Object.keys(error.fields ?? {});
  if (named !== undefined) return named;
  if (error.code === 'conflict') return 'email';
  if (error instanceof WrongCode) return 'code';
  if (!(error instanceof WrongPassword)) return undefined;
  return 'currentPassword' in payload ? 'currentPassword' : 'password';
}

function refusalInit(error: AppError): ResponseInit {
  const limited = error instanceof TooManyRequests;
  return {
    status: error.status,
    headers: limited ? { 'Retry-After': String(error.retryAfterSeconds) } : {},
  };
}

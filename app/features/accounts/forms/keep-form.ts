import type { SubmissionResult } from '@conform-to/react';
import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from '@remix-run/react';

import type { VerifyOutcome } from '../email-address/verification';
import { PROVIDER_TEXTS } from '../texts';

/**
 * A client action that keeps the form and shows a text if the server can't be reached. The route also needs
 * `keepLoaderData`: loading again would fail too, and show the error page.
 */
export function keepFormOffline({
  serverAction,
}: ClientActionFunctionArgs): Promise<SubmissionResult | undefined> {
  return orOffline(serverAction<SubmissionResult | undefined>(), formProblem);
}

/** The same for a form whose answer may be `sent`. */
export function keepSentFormOffline({
  serverAction,
}: ClientActionFunctionArgs): Promise<SubmissionResult | { sent: string } | undefined> {
  return orOffline(serverAction<SubmissionResult | { sent: string } | undefined>(), formProblem);
}

function formProblem(text: string): SubmissionResult {
  return { status: 'error', error: { '': [text] } };
}

/** The same for forms without fields, whose answer is a sentence. */
export function keepSentenceOffline({
  serverAction,
}: ClientActionFunctionArgs): Promise<SentenceAnswer> {
  return orOffline(serverAction<SentenceAnswer>(), (problem) => ({ problem }));
}

/** What was done, or why not. */
export interface SentenceAnswer {
  done?: string;
  problem?: string;
}

/** The same for the page about verification, whose forms have no fields. */
export function keepPageOffline({
  serverAction,
}: ClientActionFunctionArgs): Promise<VerifyOutcome> {
  return orOffline(serverAction<VerifyOutcome>(), (text) => ({ state: 'failed', text }));
}

async function orOffline<Answer>(
  answer: Promise<Answer>,
  offline: (text: string) => Answer,
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    // fetch throws this if there was no response at all; errors of the server are something else.
    if (!(error instanceof TypeError)) throw error;
    return offline(PROVIDER_TEXTS['network-request-failed']);
  }
}

/** For a route whose own submissions don't change its loader data. */
export function keepLoaderData({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === undefined && defaultShouldRevalidate;
}

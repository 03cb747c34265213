import type { SubmissionResult } from '@conform-to/react';
import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from '@remix-run/react';

import { PROVIDER_TEXTS } from '../texts';
import type { VerifyOutcome } from '../email/verify-page';

/**
 * A client action that leaves the form as it is, with a text, when the server can't be reached. The route also needs
 * `keepLoaderData`: its loader could not be reached either, and that would end in the error page.
 */
export function keepFormOffline({
  serverAction,
}: ClientActionFunctionArgs): Promise<SubmissionResult | undefined> {
  return orOffline(serverAction<SubmissionResult | undefined>(), formProblem);
}

/** The same for a form whose page says `sent` when it was. */
export function keepSentFormOffline({
  serverAction,
}: ClientActionFunctionArgs): Promise<SubmissionResult | { sent: string } | undefined> {
  return orOffline(serverAction<SubmissionResult | { sent: string } | undefined>(), formProblem);
}

function formProblem(text: string): SubmissionResult {
  return { status: 'error', error: { '': [text] } };
}

/** The same for the page about verification, whose buttons are forms without fields. */
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
    // What fetch throws when no answer came at all; an error of the server is something else.
    if (!(error instanceof TypeError)) throw error;
    return offline(PROVIDER_TEXTS['network-request-failed']);
  }
}

/** For a route whose loader data no submission of its own changes. */
export function keepLoaderData({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === undefined && defaultShouldRevalidate;
}

import type { SubmissionResult } from '@conform-to/react';
import type { SerializeFrom } from '@remix-run/node';
import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from '@remix-run/react';

import type { VerifyOutcome } from '../email-address/verification';
import { PROVIDER_TEXTS } from '../texts';

/**
 * A client action that keeps the form and says why if the server can't be reached, or was updated since the page was
 * loaded. The route also needs `keepLoaderData`: loading again would fail too, and replace the page.
 */
export function keepForm<Action>({ serverAction }: ClientActionFunctionArgs) {
  return orProblem(serverAction<Action>(), (text): SubmissionResult => ({
    status: 'error',
    error: { '': [text] },
  }));
}

/** What was done, or why not. */
export interface SentenceAnswer {
  done?: string;
  problem?: string;
}

/** The same for forms without fields, whose answer is a sentence. */
export function keepSentence<Action>({ serverAction }: ClientActionFunctionArgs) {
  return orProblem(serverAction<Action>(), (problem): SentenceAnswer => ({ problem }));
}

/** The same for the page about verification, whose forms have no fields. */
export function keepPage<Action>({ serverAction }: ClientActionFunctionArgs) {
  return orProblem(serverAction<Action>(), (text): VerifyOutcome => ({ state: 'failed', text }));
}

async function orProblem<Action, Problem>(
  answer: Promise<SerializeFrom<Action>>,
  problem: (text: string) => Problem,
): Promise<SerializeFrom<Action> | Problem> {
  try {
    return await answer;
  } catch (error) {
    // fetch throws this if there was no response at all; errors of the server are something else.
    if (error instanceof TypeError) return problem(PROVIDER_TEXTS['network-request-failed']);
    // The server runs another build (http/page-data.ts).
    if (error instanceof Response && error.status === 409) return problem(await error.text());
    throw error;
  }
}

/** For a route whose own submissions don't change its loader data. */
export function keepLoaderData({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === undefined && defaultShouldRevalidate;
}

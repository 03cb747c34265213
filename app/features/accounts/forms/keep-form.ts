import type { SubmissionResult } from '@conform-to/react';
import type { SerializeFrom } from '@remix-run/node';
import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from '@remix-run/react';

import type { VerifyOutcome } from '../email-address/verification';
import { PROVIDER_TEXTS } from '../texts';

/**
 * A client action that keeps the form and says why if the server can't be reached, or was updated since the page was
 * loaded. The route also needs `keepLoaderData` or `reloadIfAnswered`.
 */
export function keepForm<Action>({ serverAction }: ClientActionFunctionArgs) {
  return answerOr(serverAction<Action>(), formProblem);
}

/** The same for the forms of the account's settings (`useAccountForm`). */
export function keepAccountForm<Action>({ serverAction }: ClientActionFunctionArgs) {
  return answerOr(serverAction<Action>(), (text) => ({ result: formProblem(text) }));
}

function formProblem(text: string): SubmissionResult {
  return { status: 'error', error: { '': [text] } };
}

/** What was done, or why not. */
export interface SentenceAnswer {
  done?: string;
  problem?: string;
}

/** The same for forms without fields, whose answer is a sentence. */
export function keepSentence<Action>({ serverAction }: ClientActionFunctionArgs) {
  return answerOr(serverAction<Action>(), (problem): SentenceAnswer => ({ problem }));
}

/** The same for the page about verification, whose forms have no fields. */
export function keepPage<Action>({ serverAction }: ClientActionFunctionArgs) {
  return answerOr(serverAction<Action>(), (text): VerifyOutcome => ({ state: 'failed', text }));
}

/** What was shown in place of answers of the server. */
const substitutes = new WeakSet<object>();

/** The answer of a server's action, or what to show in its place. */
export async function answerOr<Action, Problem extends object>(
  answer: Promise<SerializeFrom<Action>>,
  problem: (text: string) => Problem,
): Promise<SerializeFrom<Action> | Problem> {
  try {
    return await answer;
  } catch (error) {
    const text = await whyUnanswered(error);
    if (text === undefined) throw error;
    const substitute = problem(text);
    substitutes.add(substitute);
    return substitute;
  }
}

async function whyUnanswered(error: unknown): Promise<string | undefined> {
  // fetch throws this if there was no response at all; errors of the server are something else.
  if (error instanceof TypeError) return PROVIDER_TEXTS['network-request-failed'];
  // The server runs another build (http/page-data.ts).
  if (error instanceof Response && error.status === 409) return error.text();
  return undefined;
}

/**
 * For a route with such a client action, and those around it: loads their data again only if the server answered.
 * Otherwise loading would fail, too, and replace the page.
 */
export function reloadIfAnswered({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate && !substitutes.has(actionResult);
}

/** For a route whose own submissions don't change its loader data. */
export function keepLoaderData({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === undefined && defaultShouldRevalidate;
}

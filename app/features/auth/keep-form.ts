import type { SubmissionResult } from '@conform-to/react';
import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from '@remix-run/react';

import { PROVIDER_TEXTS } from './messages';

/**
 * A client action that leaves the form as it is, with a text, when the server can't be reached. The route also needs
 * `keepLoaderData`: its loader could not be reached either, and that would end in the error page.
 */
export async function keepFormOffline({
  serverAction,
}: ClientActionFunctionArgs): Promise<SubmissionResult | undefined> {
  try {
    return await serverAction<SubmissionResult | undefined>();
  } catch (error) {
    // What fetch throws when no answer came at all; an error of the server is something else.
    if (!(error instanceof TypeError)) throw error;
    return { status: 'error', error: { '': [PROVIDER_TEXTS['network-request-failed']] } };
  }
}

/** For a route whose loader data no submission of its own changes. */
export function keepLoaderData({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === undefined && defaultShouldRevalidate;
}

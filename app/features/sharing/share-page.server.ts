import { data, redirect, type AppLoadContext } from '@remix-run/node';

import { optionalUser, requireUser } from '~/features/auth/index.server';
import { AppError } from '~/lib/errors';
import { orThrowResponse } from '~/lib/http/responses.server';
import { limitUse } from '~/lib/rate-limit.server';

import { continueShare, openShare, type ShareAddress } from './open-share.server';

// Both addresses of a public link (spec §2) show the same page.

/** No search engine and no cache keeps what its owner may take back at any moment. */
export const SHARE_HEADERS = {
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'private, no-store',
};

export async function loadShare(address: ShareAddress, request: Request, context: AppLoadContext) {
  const [share, visitor] = await Promise.all([
    orThrowResponse(openShare(address)),
    optionalUser(request, context),
  ]);
  return data({ ...share, signedIn: visitor !== null }, { headers: SHARE_HEADERS });
}

/** Copies the conversation to the signed-in person and opens the copy; what went wrong is shown on the page. */
export async function answerContinue(
  address: ShareAddress,
  request: Request,
  context: AppLoadContext,
) {
  const { user } = await requireUser(request, context);
  try {
    await limitUse('continue-share', user.id, context.clientAddress);
    return redirect(`/ai-lab/chat/${await continueShare(address, user.id)}`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data({ error: error.userMessage }, { status: error.status });
  }
}

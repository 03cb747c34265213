import { data, redirect, type AppLoadContext } from '@remix-run/node';

import { optionalUser, requireUser } from '~/features/accounts/index.server';
import { AppError } from '~/lib/errors';
import { describeFailure, retryHeader } from '~/http/failure.server';
import { orThrowResponse } from '~/http/failure.server';
import { limitAddress, limitUse } from '~/http/rate-limit.server';

import {
  continueShare,
  openShare,
  openSharedMessage,
  type ShareAddress,
} from './open-share.server';

// Both addresses of a share link show the same page (docs/product.md, Sharing).

/** No search engine and no cache keeps what its owner may take back at any moment. */
export const SHARE_HEADERS = {
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'private, no-store',
};

export async function loadShare(address: ShareAddress, request: Request, context: AppLoadContext) {
  const { searchParams } = new URL(request.url);
  const page = { before: searchParams.get('before'), after: searchParams.get('after') };
  await orThrowResponse(limitAddress('shared-page-address', context.clientAddress));
  const [share, visitor] = await Promise.all([
    orThrowResponse(openShare(address, page)),
    optionalUser(request, context),
  ]);
  return data(
    { ...share, shareId: address.shareId ?? '', signedIn: visitor !== null },
    { headers: SHARE_HEADERS },
  );
}

/** The full text of one message as plain text: works without JavaScript, and nothing in it can run. */
export async function answerSharedMessage(
  shareId: string,
  messageId: string,
  clientAddress: string | undefined,
): Promise<Response> {
  try {
    await limitAddress('shared-text-address', clientAddress);
    const text = await openSharedMessage({ shareId }, messageId);
    return new Response(text, { headers: PLAIN_TEXT });
  } catch (cause) {
    const { status, error, retryAfter } = describeFailure(cause);
    return new Response(error, {
      status,
      headers: { ...PLAIN_TEXT, ...retryHeader({ retryAfter }) },
    });
  }
}

const PLAIN_TEXT = {
  ...SHARE_HEADERS,
  'Content-Type': 'text/plain; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
};

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

import { data, redirect, type AppLoadContext } from '@remix-run/node';

import { readCitedTitles } from '~/features/brand/index.server';
import { optionalUser, requireUser } from '~/features/accounts/index.server';
import { AppError } from '~/lib/errors';
import { describeFailure, retryHeader, orThrowResponse } from '~/http/failure.server';
import { limitAddress, limitUse } from '~/http/rate-limit.server';
import { sql } from '~/lib/db/index.server';
import { isId } from '~/lib/ids.server';
import { userScope, type UserScope } from '~/lib/scope';

import { duplicateConversation } from '../conversations/duplicate-conversation.server';
import {
  assertInTranscript,
  readTranscript,
  readTranscriptMessage,
  type Transcript,
  type TranscriptMessage,
} from '../messages/read-transcript.server';
import { isMade, type MadeImage } from '../images/message-image';
import { messageImages } from '../images/message-images.server';
import type { BranchUpTo, PageKey } from '../messages/message-branches.server';
import { sharingTexts } from './texts';
import { findOpenShare, type ShareRow } from './share-data.server';

// Both addresses of a share link show the same page (docs/product.md, Sharing).

/** Keeps shared pages out of search engines and caches, because their owner may stop sharing at any time. */
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

/** Duplicates the conversation for the signed-in person and opens the duplicate; the page shows a refusal. */
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

const SHARE_ID = /^[\w-]{20,64}$/;

/** What a message cites, by title alone: the documents stay private. */
export interface SharedSource {
  number: number;
  title: string;
  /** Of a page of the web; null for a document. */
  address: string | null;
}

/** An image of a message. Its address is the share's own. */
export interface SharedImage extends Pick<MadeImage, 'width' | 'height' | 'prompt'> {
  id: string;
}

export interface OpenShare extends Omit<Transcript, 'messages'> {
  messages: (TranscriptMessage & { sources: SharedSource[]; images: SharedImage[] })[];
  /** It shows messages up to this time, in milliseconds. */
  createdAt: number;
}

/** The link in an address, alone or with its owner. */
export interface ShareAddress {
  shareId: string | undefined;
  /** The owner that the link must have; undefined for any. */
  userId?: string;
}

/**
 * A page of what a public link shows to anyone who has it; the first one by default.
 * @throws AppError `not-found`, the same for a link that is unknown, removed, expired, another user's, of a deleted
 *   conversation, or of a disabled owner.
 */
export async function openShare(address: ShareAddress, page?: PageKey): Promise<OpenShare> {
  const share = await find(address);
  const transcript = await readTranscript(
    userScope(share.userId),
    share.conversationId,
    upTo(share),
    page,
  );
  const owner = userScope(share.userId);
  const ids = transcript.messages.map(({ id }) => id);
  const [titles, images] = await Promise.all([
    readCitedTitles(owner, ids),
    messageImages().of(owner, ids, share.createdAt),
  ]);
  const messages = transcript.messages.map((message) => ({
    ...message,
    sources: titles.get(message.id) ?? [],
    images: (images.get(message.id) ?? [])
      .filter(isMade)
      .map((image) => sharedImage(image, message)),
  }));
  return { ...transcript, messages, createdAt: share.createdAt.getTime() };
}

/** The prompt of an image that a person chose for a question was never a part of the conversation. */
function sharedImage(
  { itemId, width, height, prompt }: MadeImage,
  { role }: TranscriptMessage,
): SharedImage {
  return { id: itemId, width, height, prompt: role === 'user' ? 'Image' : prompt };
}

/**
 * Whose message this is, if a public link shows it, and up to what time the link shows what belongs to it.
 * @throws AppError `not-found`
 */
export async function findSharedMessage(
  address: ShareAddress,
  messageId: string | undefined,
): Promise<{ owner: UserScope; upTo: Date }> {
  const share = await find(address);
  const owner = userScope(share.userId);
  await assertInTranscript(owner, share.conversationId, upTo(share), messageId ?? '');
  return { owner, upTo: share.createdAt };
}

/** The full text of a message that a public link shows, in Markdown. @throws AppError `not-found`, `unavailable` */
export async function openSharedMessage(
  address: ShareAddress,
  messageId: string | undefined,
): Promise<string> {
  const share = await find(address);
  const { userId, conversationId } = share;
  return readTranscriptMessage(userScope(userId), conversationId, upTo(share), messageId ?? '');
}

/** Duplicates what a public link shows as a conversation of `toUserId`; returns its id. @throws AppError `not-found` */
export async function continueShare(address: ShareAddress, toUserId: UserScope): Promise<string> {
  const share = await find(address);
  const { userId, conversationId } = share;
  return duplicateConversation(
    { userId: userScope(userId), conversationId, upTo: upTo(share) },
    toUserId,
  );
}

/** A link shows the branch that was shared, even if its owner has chosen another one since. */
function upTo({ leafId, createdAt }: ShareRow): BranchUpTo {
  return { leafId, at: createdAt };
}

async function find({ shareId, userId }: ShareAddress): Promise<ShareRow> {
  const known = shareId !== undefined && SHARE_ID.test(shareId);
  const possible = known && (userId === undefined || isId(userId));
  const share = possible ? await findOpenShare(sql, shareId, userId ?? null, new Date()) : null;
  if (!share) throw new AppError('not-found', sharingTexts.gone);
  return share;
}

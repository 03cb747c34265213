import { duplicateConversation } from '../conversations/duplicate-conversation.server';
import {
  readTranscript,
  readTranscriptMessage,
  type Transcript,
} from '../messages/read-transcript.server';
import type { BranchUpTo, PageKey } from '../messages/message-branches.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import { userScope, type UserScope } from '~/lib/scope';

import { sharingTexts } from './texts';
import { findOpenShare, type ShareRow } from './share-data.server';

const SHARE_ID = /^[\w-]{20,64}$/;

export interface OpenShare extends Transcript {
  /** The last moment that it shows, in milliseconds. */
  createdAt: number;
}

/** What an address names: the link alone, or the link of one user. */
export interface ShareAddress {
  shareId: string | undefined;
  /** Undefined: of any owner. */
  userId?: string;
}

/**
 * A page of what a public link shows to anyone who has it; the first one where none is named.
 * @throws AppError `not-found`, whatever the reason: unknown, taken back, ended, deleted, owner disabled, another's.
 */
export async function openShare(address: ShareAddress, page?: PageKey): Promise<OpenShare> {
  const share = await find(address);
  const transcript = await readTranscript(
    userScope(share.userId),
    share.conversationId,
    upTo(share),
    page,
  );
  return { ...transcript, createdAt: share.createdAt.getTime() };
}

/** One message that a public link shows, in full, in Markdown. @throws AppError `not-found`, `unavailable` */
export async function openSharedMessage(
  address: ShareAddress,
  messageId: string | undefined,
): Promise<string> {
  const share = await find(address);
  const { userId, conversationId } = share;
  return readTranscriptMessage(userScope(userId), conversationId, upTo(share), messageId ?? '');
}

/** Copies what a public link shows to a user, as a conversation of their own. @throws AppError `not-found` */
export async function continueShare(address: ShareAddress, toUserId: UserScope): Promise<string> {
  const share = await find(address);
  const { userId, conversationId } = share;
  return duplicateConversation(
    { userId: userScope(userId), conversationId, upTo: upTo(share) },
    toUserId,
  );
}

/** Whatever branch its owner looks at now: a link shows the one that was shared. */
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

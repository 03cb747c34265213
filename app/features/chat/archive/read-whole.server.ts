import { z } from 'zod';

import { sql } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import type { Conversation } from '~/lib/prisma/client';

import { getText, isTextLost } from '../messages/message-objects.server';
import { withoutRest, type MessageFile } from '../messages/overflow';
import {
  messagesOf,
  outlineAfter,
  pathUp,
  type DatedMessage,
  type MessageToArchive,
} from './archive-tables.server';
import { batchesOf, parentsFirst, pathTo } from './message-order';

/** Which messages of a conversation: all, or the branch that is shown. */
export type WantedMessages = 'all' | 'shown';

/**
 * The messages of a conversation with their whole texts, a few in memory at a time. What was lost for good says so in
 * its place.
 * @throws ObjectStoreError where the store cannot be asked
 */
export async function* readWhole(
  userId: UserScope,
  { id, activeLeafId, messageCount }: Pick<ConversationRow, 'id' | 'activeLeafId' | 'messageCount'>,
  wanted: WantedMessages,
  signal: AbortSignal,
): AsyncGenerator<ArchivedMessage> {
  const of = { userId, conversationId: id };
  const messages =
    wanted === 'all'
      ? parentsFirst(outlinePages(of, signal))
      : pathTo(activeLeafId, messageCount, (from) => {
          signal.throwIfAborted();
          return pathUp(sql, of, from, STEPS);
        });
  for await (const batch of batchesOf(messages)) {
    signal.throwIfAborted();
    for (const kept of await messagesOf(sql, userId, batch)) yield await wholeOf(kept);
  }
}

/** So many messages without their texts are read at a time. */
const OUTLINED = 10_000;
/** And so many from the leaf towards the beginning. */
const STEPS = 2_000;

async function* outlinePages(
  of: { userId: UserScope; conversationId: string },
  signal: AbortSignal,
): AsyncGenerator<DatedMessage[]> {
  for (let after: DatedMessage | null = null; ;) {
    signal.throwIfAborted();
    const page: DatedMessage[] = await outlineAfter(sql, of, after, OUTLINED);
    yield page;
    const last = page.at(-1);
    if (!last || page.length < OUTLINED) return;
    after = last;
  }
}

async function wholeOf(kept: MessageToArchive): Promise<ArchivedMessage> {
  const { id, parentId, role, model, timestamp } = kept;
  const content = await textOf(kept.content, kept.contentUrl);
  const context = await textOf(kept.context, kept.contextUrl);
  const files = await filesOf(kept);
  return {
    id,
    parentId,
    role,
    content: content ?? withoutRest(kept.content),
    model,
    timestamp: timestamp.toISOString(),
    context: context ?? withoutRest(kept.context),
    files: files ?? kept.files,
    ...((content === null || context === null || files === null) && { incomplete: true }),
  };
}

async function filesOf({ files, filesUrl }: MessageToArchive): Promise<MessageFile[] | null> {
  const text = await textOf('', filesUrl);
  if (filesUrl === null) return files;
  return text === null ? null : (JSON.parse(text) as MessageFile[]);
}

/** Null when the object is lost. */
async function textOf(kept: string, key: string | null): Promise<string | null> {
  if (key === null) return kept;
  try {
    return await getText(key);
  } catch (err) {
    if (!isTextLost(err)) throw err;
    log.warn({ err }, 'the rest of a message is lost');
    return null;
  }
}

/** A conversation as archives have it, as far as its texts and its file's name go by it. */
export interface ConversationRow extends Pick<
  Conversation,
  'id' | 'title' | 'createdAt' | 'originalCreationDate' | 'activeLeafId'
> {
  /** Of all branches. */
  messageCount: number;
}

/** A message as archives have it; texts are whole, whatever its row holds of them. */
export const messageRow = z.object({
  id: z.uuid(),
  parentId: z.uuid().nullable(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  model: z.string().nullable(),
  timestamp: z.iso.datetime(),
  /** What was read from its files. */
  context: z.string(),
  files: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      size: z.number(),
      /** Of the section `attachments`; null where only its name came along. */
      id: z.uuid().nullable(),
    }),
  ),
  /** True where a part of it was lost: it says so in its text. */
  incomplete: z.literal(true).optional(),
});
export type ArchivedMessage = z.output<typeof messageRow>;

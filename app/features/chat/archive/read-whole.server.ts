import { z } from 'zod';

import { type ArchivedCall, callsOf } from '~/engine/generation/index.server';
import { sql } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import type { Conversation } from '~/lib/prisma/client';

import { isMade, type MadeImage } from '../images/message-image';
import { messageImages } from '../images/message-images.server';
import { getFiles, getText, isTextLost } from '../messages/message-objects.server';
import { withoutRest } from '../messages/overflow';
import {
  messagesOf,
  outlineAfter,
  pathUp,
  type DatedMessage,
  type MessageToArchive,
} from './archive-tables.server';
import { batchesOf, parentsFirst, pathTo } from './message-order';

/** All messages of a conversation, or the branch that is shown. */
export type WantedMessages = 'all' | 'shown';

/**
 * The messages of a conversation with their whole texts, of which only a few are in memory at a time. For a text that is
 * lost for good, they have its beginning and a note.
 * @throws ObjectStoreError while the store is unavailable
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
          return pathUp(sql, of, from, MAX_STEPS);
        });
  for await (const batch of batchesOf(messages)) {
    signal.throwIfAborted();
    const rows = await messagesOf(sql, userId, batch);
    // Most conversations have neither, and there may be thousands.
    const withCalls = rows.filter(({ hasCalls }) => hasCalls).map(({ id }) => id);
    const withImages = rows.filter(({ hasImages }) => hasImages).map(({ id }) => id);
    const [calls, images] = await Promise.all([
      callsOf(userId, withCalls),
      messageImages().of(userId, withImages),
    ]);
    for (const row of rows) {
      yield await wholeOf(row, calls.get(row.id) ?? [], images.get(row.id)?.filter(isMade) ?? []);
    }
  }
}

/** Messages without their texts that are read at a time. */
const PAGE_SIZE = 10_000;
/** Messages that are read at a time from the leaf upward. */
const MAX_STEPS = 2_000;

async function* outlinePages(
  of: { userId: UserScope; conversationId: string },
  signal: AbortSignal,
): AsyncGenerator<DatedMessage[]> {
  for (let after: DatedMessage | null = null; ;) {
    signal.throwIfAborted();
    const page: DatedMessage[] = await outlineAfter(sql, of, after, PAGE_SIZE);
    yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return;
    after = last;
  }
}

async function wholeOf(
  row: MessageToArchive,
  calls: readonly ArchivedCall[],
  images: readonly MadeImage[],
): Promise<ArchivedMessage> {
  const { id, parentId, role, model, timestamp } = row;
  const content = await wholeOrNull(row.content, row.contentUrl, getText);
  const context = await wholeOrNull(row.context, row.contextUrl, getText);
  const files = await wholeOrNull(row.files, row.filesUrl, getFiles);
  return {
    id,
    parentId,
    role,
    content: content ?? withoutRest(row.content),
    model,
    timestamp: timestamp.toISOString(),
    context: context ?? withoutRest(row.context),
    files: files ?? row.files,
    ...(row.thought !== '' && { thought: row.thought }),
    ...(calls.length > 0 && { calls: [...calls] }),
    ...(images.length > 0 && { images: images.map(archivedImage) }),
    ...(row.contextFrom !== null && { contextFrom: row.contextFrom, leftOut: row.leftOut }),
    ...((content === null || context === null || files === null) && { incomplete: true }),
  };
}

function archivedImage({ itemId, type, width, height, prompt }: MadeImage) {
  return { id: itemId, type, width, height, prompt };
}

/** What the last answer of the branch that is shown was based on; null for everything before it. */
export async function lastContext(
  userId: UserScope,
  { activeLeafId }: Pick<ConversationRow, 'activeLeafId'>,
): Promise<{ from: string; leftOut: number } | null> {
  const [last] = activeLeafId === null ? [] : await messagesOf(sql, userId, [activeLeafId]);
  return last?.contextFrom ? { from: last.contextFrom, leftOut: last.leftOut } : null;
}

/** What the row has, or the object under its key, read with `read`. Null when the object is lost. */
async function wholeOrNull<Value>(
  stored: Value,
  key: string | null,
  read: (key: string) => Promise<Value>,
): Promise<Value | null> {
  if (key === null) return stored;
  try {
    return await read(key);
  } catch (err) {
    if (!isTextLost(err)) throw err;
    log.warn({ err }, 'the rest of a message is lost');
    return null;
  }
}

/** The fields of a conversation that determine its documents and their names. */
export interface ConversationRow extends Pick<
  Conversation,
  'id' | 'title' | 'createdAt' | 'originalCreationDate' | 'activeLeafId'
> {
  /** In all branches. */
  messageCount: number;
}

/** A message in an archive. Its texts are whole, even if its row has only their beginnings. */
export const messageRow = z.object({
  id: z.uuid(),
  parentId: z.uuid().nullable(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  model: z.string().nullable(),
  timestamp: z.iso.datetime(),
  /** The text of its files. */
  context: z.string(),
  files: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      size: z.number(),
      /** An id of the section `attachments`; null if only the file's name is known. */
      id: z.uuid().nullable(),
    }),
  ),
  /** What the model thought before it; for reading only. */
  thought: z.string().optional(),
  /** What it had looked up. */
  calls: z
    .array(
      z.object({
        tool: z.string(),
        input: z.string(),
        title: z.string(),
        state: z.enum(['done', 'failed', 'cut']),
        output: z.string(),
        note: z.string(),
      }),
    )
    .optional(),
  /** Images of the section `mediaItems`. */
  images: z
    .array(
      z.object({
        id: z.uuid(),
        type: z.string(),
        width: z.int(),
        height: z.int(),
        prompt: z.string(),
      }),
    )
    .optional(),
  /** The first message that an answer was based on, and how many before it were left out; for reading only. */
  contextFrom: z.uuid().optional(),
  leftOut: z.int().optional(),
  /** True if a part of it was lost, which its text says. */
  incomplete: z.literal(true).optional(),
});
export type ArchivedMessage = z.output<typeof messageRow>;

import { z } from 'zod';

import { moment } from '~/engine/user-data/index.server';

/** A conversation as archives have it: what it is set to, without its messages. */
export const conversationRow = z.object({
  id: z.uuid(),
  /** Whole, as it was. */
  title: z.string(),
  lastMessage: z.string(),
  lastUpdated: moment,
  originalCreationDate: moment.nullable(),
  createdAt: moment,
  isPublic: z.boolean(),
  /** The last message of the branch that is shown. */
  activeLeafId: z.uuid().nullable(),
  profileId: z.uuid().nullable(),
  model: z.string().nullable(),
  systemPrompt: z.string(),
  pinnedAt: moment.nullable(),
  archivedAt: moment.nullable(),
  folderId: z.uuid().nullable(),
  /** Of all branches. */
  messageCount: z.number().int(),
});
export type ConversationRow = z.output<typeof conversationRow>;

/** A message as archives have it; texts are whole, whatever its row holds of them. */
export const messageRow = z.object({
  id: z.uuid(),
  parentId: z.uuid().nullable(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  model: z.string().nullable(),
  timestamp: moment,
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

import { z } from 'zod';

import type { Conversation } from '~/lib/prisma/client';

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

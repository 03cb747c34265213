import { z } from 'zod';

import { MAX_FILES } from './attachments/attachment';
import { MAX_BATCH } from './conversations/conversation';
import { EFFORTS } from './conversations/settings/conversation-settings';

// What the routes of conversations and prompts accept. Use cases check most lengths and whether a thing exists, because they
// have the texts for it.

export const conversationSettings = z.object({
  profileId: z.uuid().nullable(),
  model: z.string().max(500).nullable(),
  effort: z.enum(EFFORTS).nullable(),
  systemPrompt: z.string(),
});
export const settingsChange = conversationSettings.partial();

/** `localProfileId` is the brand profile that the browser remembers; an invalid one doesn't prevent a new chat. */
export const newConversation = z
  .object({ localProfileId: z.uuid().nullable() })
  .catch({ localProfileId: null });
export const conversationChange = z.union([
  z.object({ title: z.string() }),
  z.object({ pinned: z.boolean() }),
]);

const ids = z.array(z.uuid()).min(1).max(MAX_BATCH);
export const conversationBatch = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['archive', 'unarchive', 'delete', 'restore']), ids }),
  z.object({ action: z.literal('move'), ids, folderId: z.uuid().nullable() }),
]);
export const titledContent = z.object({ content: z.string().trim().min(1) });

/** The document that is open beside the conversation: the answer may suggest changes of it. */
const documentId = z.uuid().optional();
const message = { content: z.string(), clientKey: z.uuid(), documentId };
export const newMessage = z.object({
  ...message,
  conversationId: z.uuid().nullable(),
  settings: conversationSettings.optional(),
  attachmentIds: z.array(z.uuid()).max(MAX_FILES).default([]),
  /** An image of the gallery to change, or to start from. */
  imageId: z.uuid().optional(),
});
export const messageEdit = z.object(message);
export const regeneration = z.object({ clientKey: z.uuid(), documentId });
export const branchChoice = z.object({ messageId: z.uuid() });

export const folderName = z.object({ name: z.string() });

export const shareChange = z.union([
  z.object({ update: z.literal(true) }),
  /** Milliseconds since the epoch; null: never. */
  z.object({ expiresAt: z.number().int().min(0).max(8.64e15).nullable() }),
]);

export const newPrompt = z.object({ name: z.string(), text: z.string() });
export const promptChange = newPrompt.extend({ version: z.number().int() });
export const starterChange = z.union([
  z.object({ hide: z.string() }),
  z.object({ showAll: z.literal(true) }),
]);

import { z } from 'zod';

import { MAX_FILES } from './attachments/limits';
import { AppError } from '~/lib/errors';

import type { ConversationSettings } from './conversations/settings/conversation-settings';
import { MAX_MESSAGE_LENGTH } from './answers/send-message.server';

/** Four bytes a character at the most, and the frame. */
export const MAX_BODY = MAX_MESSAGE_LENGTH * 4 + 10_000;

// Lengths, and whether they exist, are the use case's to judge: it has the words for it.
const settings = z.object({
  profileId: z.uuid().nullable(),
  model: z.string().max(500).nullable(),
  systemPrompt: z.string(),
});

/** Some of a conversation's settings. @throws AppError `invalid` */
export function parseSettingsChange(body: unknown): Partial<ConversationSettings> {
  const parsed = settings.partial().safeParse(body);
  if (!parsed.success) throw new AppError('invalid', 'These settings could not be read.');
  return parsed.data;
}

/** All of a conversation's settings. @throws AppError `invalid` */
export function parseSettings(body: unknown): ConversationSettings {
  const parsed = settings.safeParse(body);
  if (!parsed.success) throw new AppError('invalid', 'These settings could not be read.');
  return parsed.data;
}

const sendBody = z.object({
  conversationId: z.uuid().nullable(),
  settings: settings.optional(),
  content: z.string(),
  clientKey: z.uuid(),
  attachmentIds: z.array(z.uuid()).max(MAX_FILES).default([]),
});

/** @throws AppError `invalid` */
export function parseSend(body: unknown): z.output<typeof sendBody> {
  const parsed = sendBody.safeParse(body);
  if (!parsed.success) throw new AppError('invalid', 'This message could not be read.');
  return parsed.data;
}

const editBody = sendBody.omit({ conversationId: true, settings: true, attachmentIds: true });

/** @throws AppError `invalid` */
export function parseEdit(body: unknown): z.output<typeof editBody> {
  const parsed = editBody.safeParse(body);
  if (!parsed.success) throw new AppError('invalid', 'This message could not be read.');
  return parsed.data;
}

const regenerateBody = z.object({ clientKey: z.uuid() });

/** @throws AppError `invalid` */
export function parseRegenerate(body: unknown): z.output<typeof regenerateBody> {
  const parsed = regenerateBody.safeParse(body);
  if (!parsed.success) throw new AppError('invalid', 'This request could not be understood.');
  return parsed.data;
}

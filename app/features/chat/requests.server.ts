import { z } from 'zod';

import { MOST_FILES } from '~/features/attachments';
import { AppError } from '~/lib/errors';

import { MAX_MESSAGE_LENGTH } from './send-message.server';

/** Four bytes a character at the most, and the frame. */
export const MAX_BODY = MAX_MESSAGE_LENGTH * 4 + 10_000;

const sendBody = z.object({
  conversationId: z.uuid().nullable(),
  content: z.string(),
  clientKey: z.uuid(),
  attachmentIds: z.array(z.uuid()).max(MOST_FILES).default([]),
});

/** @throws AppError `invalid` */
export function parseSend(body: unknown): z.output<typeof sendBody> {
  const parsed = sendBody.safeParse(body);
  if (!parsed.success) throw new AppError('invalid', 'This message could not be read.');
  return parsed.data;
}

const editBody = sendBody.omit({ conversationId: true, attachmentIds: true });

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

const offset = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Where a reader wants to go on; from the beginning when it does not say. */
export function parseOffset(search: URLSearchParams): number {
  const parsed = offset.safeParse(search.get('offset') ?? '0');
  if (!parsed.success) throw new AppError('invalid', 'This place in the answer does not exist.');
  return parsed.data;
}

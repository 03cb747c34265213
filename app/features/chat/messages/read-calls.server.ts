import {
  readToolCall,
  readToolCalls,
  type ToolCallDetails,
  type ToolCallView,
} from '~/engine/generation/index.server';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { chatRefusals } from '../refusals';
import { findMessage } from './message-data.server';

/** What an answer had looked up, one line each. @throws AppError `not-found` */
export async function readCalls(userId: UserScope, messageId: string): Promise<ToolCallView[]> {
  if (!isId(messageId) || !(await findMessage(sql, userId, messageId))) {
    throw new AppError('not-found', chatRefusals.messageGone);
  }
  return readToolCalls(userId, messageId);
}

/** What one of them was given and what it brought, by its place among them. @throws AppError `not-found` */
export async function readCall(
  userId: UserScope,
  messageId: string,
  place: string,
): Promise<ToolCallDetails> {
  const at = /^\d{1,4}$/.test(place) ? Number(place) : -1;
  const call = isId(messageId) && at >= 0 ? await readToolCall(userId, messageId, at) : null;
  if (!call) throw new AppError('not-found', chatRefusals.messageGone);
  return call;
}

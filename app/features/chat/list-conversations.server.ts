import { z } from 'zod';

import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { currentSequence } from '~/realtime/index.server';

import type { ConversationPage } from './conversation';
import { listConversations, type ListPosition } from './tables.server';

export const PAGE_SIZE = 50;

const position = z.tuple([z.coerce.number().int(), z.uuid()]);

/**
 * A page of the user's list, newest first. `cursor` is the one of the page before.
 * @throws AppError `invalid` for a cursor that no page gave.
 */
export async function listPage(userId: string, cursor: string | null): Promise<ConversationPage> {
  const after = cursor === null ? null : parseCursor(cursor);
  // The number first: a change between the two reads is then told again instead of missed.
  const seq = await currentSequence(sql, userId);
  const items = await listConversations(sql, userId, after, PAGE_SIZE + 1);
  const page = items.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  const more = items.length > PAGE_SIZE && last;
  return { items: page, cursor: more ? `${last.lastUpdated}.${last.id}` : null, seq };
}

function parseCursor(cursor: string): ListPosition {
  const parsed = position.safeParse(cursor.split('.'));
  if (!parsed.success) throw new AppError('invalid', 'This page of the list does not exist.');
  return { lastUpdated: parsed.data[0], id: parsed.data[1] };
}

import { z } from 'zod';

import { displayTitle } from '../conversations/settings/titles';
import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { shareUrl } from './manage-share.server';
import type { SharePage } from './share';
import { listShares } from './share-data.server';

const PAGE_SIZE = 50;
const cursorShape = z.tuple([z.coerce.number().int().min(0).max(8.64e15), z.string().min(1)]);

/** A page of all the user's public links, newest first. @throws AppError `invalid` for a cursor that no page gave. */
export async function listSharePage(userId: string, cursor: string | null): Promise<SharePage> {
  const rows = await listShares(sql, userId, parse(cursor), PAGE_SIZE + 1, new Date());
  const page = rows.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    items: page.map((row) => ({
      id: row.id,
      url: shareUrl(row.id),
      conversationId: row.conversationId,
      title: displayTitle(row.title),
      createdAt: row.createdAt.getTime(),
      expiresAt: row.expiresAt?.getTime() ?? null,
    })),
    cursor: rows.length > PAGE_SIZE && last ? `${last.createdAt.getTime()}.${last.id}` : null,
  };
}

function parse(cursor: string | null): { createdAt: Date; id: string } | null {
  if (cursor === null) return null;
  const parsed = cursorShape.safeParse(cursor.split('.'));
  if (!parsed.success) throw new AppError('invalid', 'This page of the list does not exist.');
  return { createdAt: new Date(parsed.data[0]), id: parsed.data[1] };
}

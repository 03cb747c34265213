import { z } from 'zod';

import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import type { BriefItem } from './brief';
import { listBriefs } from './brief-table.server';

const PAGE = 20;

/** What a Date can hold. */
const LATEST_MS = 8.64e15;
const position = z.tuple([z.coerce.number().int().min(-LATEST_MS).max(LATEST_MS), z.uuid()]);

/** Recent briefs, newest first, from a cursor on. @throws AppError `invalid` for a cursor that no page gave. */
export async function recentBriefs(
  userId: string,
  before: string | null,
): Promise<{ items: BriefItem[]; cursor: string | null }> {
  const found = await listBriefs(sql, userId, before === null ? null : parse(before), PAGE + 1);
  const items = found.slice(0, PAGE);
  const last = items.at(-1);
  return {
    items,
    cursor: found.length > PAGE && last ? `${last.createdAt}.${last.id}` : null,
  };
}

function parse(cursor: string): { date: number; id: string } {
  const parsed = position.safeParse(cursor.split('.'));
  if (!parsed.success) throw new AppError('invalid', 'This page of the list does not exist.');
  return { date: parsed.data[0], id: parsed.data[1] };
}

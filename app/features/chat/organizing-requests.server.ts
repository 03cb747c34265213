import { z } from 'zod';

import { AppError } from '~/lib/errors';

/** One request's share: what is more comes in several. */
export const MAX_BATCH = 500;

const change = z.union([z.object({ title: z.string() }), z.object({ pinned: z.boolean() })]);

/**
 * What a PATCH changes of one conversation.
 * @throws AppError `invalid`
 */
export function parseChange(body: unknown): z.output<typeof change> {
  const parsed = change.safeParse(body);
  if (!parsed.success) throw new AppError('invalid', 'This change could not be read.');
  return parsed.data;
}

const ids = z.array(z.uuid()).min(1).max(MAX_BATCH);
const batch = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['archive', 'unarchive', 'delete', 'restore']), ids }),
  z.object({ action: z.literal('move'), ids, folderId: z.uuid().nullable() }),
]);

/** @throws AppError `invalid` */
export function parseBatch(body: unknown): z.output<typeof batch> {
  const parsed = batch.safeParse(body);
  if (!parsed.success) throw new AppError('invalid', 'This change could not be read.');
  return parsed.data;
}

const folder = z.object({ name: z.string() });

/** @throws AppError `invalid` */
export function parseFolder(body: unknown): z.output<typeof folder> {
  const parsed = folder.safeParse(body);
  if (!parsed.success) throw new AppError('invalid', 'This folder could not be read.');
  return parsed.data;
}

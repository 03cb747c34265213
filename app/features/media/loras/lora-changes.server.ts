import { publish, type LiveEvent } from '~/engine/events/index.server';
import type { Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { mediaTexts } from '../texts';
import { findLora, lockLora, type LoraRow } from './lora-data.server';
import { loraState, loraView } from './lora-view';

/** @throws AppError `not-found` */
export async function lockedLora(
  tx: Sql,
  userId: string,
  id: string | undefined,
): Promise<LoraRow> {
  const row = isId(id) ? await lockLora(tx, userId, id) : null;
  if (!row) throw new AppError('not-found', mediaTexts.loraGone);
  return row;
}

/** Once it learns or has learned, what it learns from stays as it is. @throws AppError `not-found`, `conflict` */
export async function lockedDraft(
  tx: Sql,
  userId: string,
  id: string | undefined,
): Promise<LoraRow> {
  const row = await lockedLora(tx, userId, id);
  const state = loraState(row);
  if (state === 'training' || state === 'ready') {
    throw new AppError('conflict', mediaTexts.loraFixed);
  }
  return row;
}

/** How a LoRA stands now, as tabs are told; nothing when it is gone. */
export async function loraEvents(tx: Sql, userId: string, id: string): Promise<LiveEvent[]> {
  const row = await findLora(tx, userId, id);
  return row ? [{ topic: 'media-lora', data: { lora: loraView(row) } }] : [];
}

export async function publishLora(tx: Sql, userId: string, id: string): Promise<void> {
  await publish(tx, userId, ...(await loraEvents(tx, userId, id)));
}

import type { Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import type { LiveEvent } from '~/engine/events/index.server';

import { publishMedia } from '../jobs/changes.server';
import type { LoraNotice } from '../media';
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
export async function loraChanges(tx: Sql, userId: string, id: string): Promise<LiveEvent[]> {
  const row = await findLora(tx, userId, id);
  return row ? [notice({ lora: loraView(row) })] : [];
}

/** Takes a number for what the transaction changed; the returned function tells the tabs, after the commit. */
export async function publishLora(tx: Sql, userId: string, id: string): Promise<() => void> {
  return publishMedia(tx, userId, await loraChanges(tx, userId, id));
}

export function publishRemovedLora(tx: Sql, userId: string, id: string): Promise<() => void> {
  return publishMedia(tx, userId, [notice({ removed: id })]);
}

function notice(data: LoraNotice): LiveEvent {
  return { topic: 'media-lora', data };
}

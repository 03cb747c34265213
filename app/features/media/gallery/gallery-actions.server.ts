import { publish } from '~/engine/events/index.server';
import { prismaTransaction, type Sql, sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { makerOf } from '../images/image-models.server';
import { findJob } from '../jobs/job-data.server';
import type { ImageRequest, ItemDetails, ItemPage, ItemView, VideoRequest } from '../media';
import { mediaTexts } from '../refusals';
import { videoModelLabel } from '../videos/video-models.server';
import * as table from './item-data.server';
import { itemEvent, itemView } from './item-view';

export type GalleryQuery = Omit<table.ItemQuery, 'limit'>;

const PAGE = 60;

/** A page of the gallery, newest first. */
export async function readGallery(userId: UserScope, query: GalleryQuery): Promise<ItemPage> {
  const rows = await table.listItems(sql, userId, { ...query, limit: PAGE + 1 });
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  const hasMore = rows.length > PAGE && last;
  return {
    items: page.map(itemView),
    cursor: hasMore ? `${last.createdAt.getTime()}.${last.id}` : null,
  };
}

/** The newest items that a text is found in: in the prompt, or in the name of the LoRA. */
export async function findMedia(
  userId: UserScope,
  text: string,
  limit: number,
): Promise<ItemView[]> {
  return (await table.searchItems(sql, userId, text, limit)).map(itemView);
}

/** An item as the lightbox shows it. @throws AppError `not-found` */
export async function readItem(userId: UserScope, id: string | undefined): Promise<ItemDetails> {
  const row = isId(id) ? await table.findItem(userId, id) : null;
  if (!row) throw new AppError('not-found', mediaTexts.itemGone);
  const job = row.jobId === null ? null : await findJob(userId, row.jobId);
  const wanted = { model: row.model, loraId: row.loraId ?? undefined };
  const maker = (await makerOf(sql, userId, wanted))?.model;
  const { revisedPrompt, provider } = row.metadata;
  return {
    ...itemView(row),
    request: job?.kind === 'image' ? (job.request as ImageRequest) : null,
    video: job?.kind === 'video' ? (job.request as VideoRequest) : null,
    madeWith: row.kind === 'video' ? videoModelLabel(row.model) : (maker?.label ?? row.model),
    tokensEach: maker?.tokens ?? null,
    seed: row.seed,
    metadata: { ...(revisedPrompt && { revisedPrompt }), ...(provider && { provider }) },
  };
}

/** @throws AppError `not-found` */
export async function markFavorite(
  userId: UserScope,
  id: string | undefined,
  favorite: boolean,
): Promise<ItemView> {
  if (!isId(id)) throw new AppError('not-found', mediaTexts.itemGone);
  return prismaTransaction(async (tx, sql) => {
    const row = await table.setFavorite(tx, userId, id, favorite);
    if (!row) throw new AppError('not-found', mediaTexts.itemGone);
    const item = itemView(row);
    await publish(sql, userId, itemEvent(item));
    return item;
  });
}

/** Deletes items; for an hour they can be restored. @throws AppError `not-found` when none is there */
export function removeItems(userId: UserScope, ids: readonly string[]): Promise<void> {
  return changeMany(userId, async (tx) => {
    const removed = await table.deletion.remove(tx, userId, ids);
    return { type: 'removed', ids: removed };
  });
}

/** Undoes a deletion. @throws AppError `not-found` when none can be restored */
export function restoreItems(userId: UserScope, ids: readonly string[]): Promise<void> {
  return changeMany(userId, async (tx) => {
    const restored = await table.deletion.restore(tx, userId, ids);
    return { type: 'restored', ids: restored };
  });
}

async function changeMany(
  userId: UserScope,
  work: (tx: Sql) => Promise<{ type: 'removed' | 'restored'; ids: string[] }>,
): Promise<void> {
  await transaction(async (tx) => {
    const change = await work(tx);
    if (change.ids.length === 0) throw new AppError('not-found', mediaTexts.itemGone);
    await publish(tx, userId, { topic: 'media-item', data: change });
  });
}

import { client } from '~/http/client';

import type { GalleryFilter } from './gallery/gallery-list';
import type { MessageImagesApi } from './chat-images/routes/message-images';
import type { MediaItemsApi } from './gallery/routes/media-items';
import type { ImagesApi } from './images/routes/images';
import type { MediaJobsApi } from './jobs/routes/media-jobs';
import type { LoraImagesApi } from './loras/routes/lora-images';
import type { LorasApi } from './loras/routes/loras';
import {
  MAX_ITEMS_AT_ONCE,
  type ItemPage,
  type ItemView,
  type LoraView,
  type UploadView,
} from './media';
import { publishHere } from './media-events';
import type { VideosApi } from './videos/routes/videos';

// The browser's requests about media. Each rejects when it fails; changes of items are published to this tab's gallery at
// once.

export const imagesApi = client<ImagesApi>();
export const messageImagesApi = client<MessageImagesApi>();
export const itemsApi = client<MediaItemsApi>();
export const jobsApi = client<MediaJobsApi>();
export const loraImagesApi = client<LoraImagesApi>();
export const lorasApi = client<LorasApi>();
export const videosApi = client<VideosApi>();

/** The part of a profile that goes into a prompt. */
export async function requestBrandText(profileId: string): Promise<string> {
  return (await imagesApi.get('/api/media/brand', { search: { profileId } })).text;
}

export function requestItems(
  { favourite: favorite, kind, loraId, from, to }: GalleryFilter,
  before: string | null,
  signal?: AbortSignal,
): Promise<ItemPage> {
  const search = {
    before: before ?? undefined,
    favourite: favorite === true ? '1' : undefined,
    kind,
    loraId,
    from,
    to,
  };
  return itemsApi.get('/api/media/items', { search, signal });
}

export async function requestFavorite(item: ItemView, favorite: boolean): Promise<void> {
  const { id } = item;
  await itemsApi.patch('/api/media/items/:id', { params: { id }, body: { favourite: favorite } });
  publishHere({ type: 'changed', item: { ...item, favourite: favorite } });
}

export async function requestDeletion(all: readonly ItemView[]): Promise<void> {
  for (const some of inParts(all)) {
    const ids = some.map(({ id }) => id);
    await itemsApi.post('/api/media/items/delete', { body: { ids } });
    publishHere({ type: 'removed', ids });
  }
}

/** Undoes a deletion. */
export async function requestRestoration(all: readonly ItemView[]): Promise<void> {
  for (const some of inParts(all)) {
    await itemsApi.post('/api/media/items/restore', { body: { ids: some.map(({ id }) => id) } });
    for (const item of some) publishHere({ type: 'changed', item });
  }
}

function inParts<T>(all: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < all.length; at += MAX_ITEMS_AT_ONCE) {
    parts.push(all.slice(at, at + MAX_ITEMS_AT_ONCE));
  }
  return parts;
}

/** The LoRAs that can make images. */
export async function requestReadyLoras(): Promise<LoraView[]> {
  const list = await lorasApi.get('/api/media/loras');
  return list.loras.filter(({ state }) => state === 'ready');
}

/** Stores the poster that was drawn of a video. */
export async function requestPoster({ id }: ItemView, bytes: Blob): Promise<void> {
  const item = await itemsApi.post('/api/media/items/:id/poster', { params: { id }, bytes });
  publishHere({ type: 'changed', item });
}

/** Uploads a reference. */
export function requestUpload(file: File): Promise<UploadView> {
  const name = encodeURIComponent((file.name || 'pasted image').toWellFormed());
  return itemsApi.post('/api/media/uploads', { bytes: file, headers: { 'X-File-Name': name } });
}

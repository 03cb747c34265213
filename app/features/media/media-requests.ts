
import { requestJson, sendJson } from '~/http/client';

import type { GalleryFilter } from './gallery/gallery-list';
import { publishHere } from './media-changes';
import type {
  ImageRequest,
  ItemDetails,
  ItemPage,
  ItemView,
  JobView,
  LoraView,
  UploadView,
  VideoRequest,
} from './media';

// What the browser asks of the server about images. Each rejects when it was not done; what was done to images is told
// to the gallery of this tab at once.

const ROOT = '/api/media';

/** `clientKey`: asked twice with the same one, the images are made once. */
export async function requestImages(request: ImageRequest, clientKey: string): Promise<JobView> {
  return (await sendJson('POST', `${ROOT}/images`, { clientKey, ...request })) as JobView;
}

/** The same for a video. */
export async function requestVideo(request: VideoRequest, clientKey: string): Promise<JobView> {
  return (await sendJson('POST', `${ROOT}/videos`, { clientKey, ...request })) as JobView;
}

/** What of a profile goes into a prompt. */
export async function requestBrandText(profileId: string): Promise<string> {
  const answer = await requestJson(`${ROOT}/brand?${new URLSearchParams({ profileId })}`);
  return (answer as { text: string }).text;
}

export async function requestJobs(): Promise<JobView[]> {
  return ((await requestJson(`${ROOT}/jobs?open=1`)) as { jobs: JobView[] }).jobs;
}

export async function requestCancel(id: string): Promise<JobView> {
  return (await sendJson('POST', `${ROOT}/jobs/${id}/cancel`)) as JobView;
}

export async function requestAgain(id: string, clientKey: string): Promise<JobView> {
  return (await sendJson('POST', `${ROOT}/jobs/${id}/again`, { clientKey })) as JobView;
}

/** Whether a mail is to tell of the job's end. */
export async function requestMail(id: string, mail: boolean): Promise<JobView> {
  return (await sendJson('PATCH', `${ROOT}/jobs/${id}`, { mail })) as JobView;
}

/** A tab told of the job's end: no mail is needed. */
export async function requestSeen(id: string): Promise<void> {
  await sendJson('PATCH', `${ROOT}/jobs/${id}`, { seen: true });
}

export async function requestItems(
  { favourite, kind, loraId, from, to }: GalleryFilter,
  before: string | null,
  signal?: AbortSignal,
): Promise<ItemPage> {
  const params = new URLSearchParams();
  if (before !== null) params.set('before', before);
  if (favourite === true) params.set('favourite', '1');
  if (kind !== undefined) params.set('kind', kind);
  if (loraId !== undefined) params.set('loraId', loraId);
  if (from !== undefined) params.set('from', from);
  if (to !== undefined) params.set('to', to);
  return (await requestJson(`${ROOT}/items?${params}`, { signal })) as ItemPage;
}

export async function requestItem(id: string, signal: AbortSignal): Promise<ItemDetails> {
  return (await requestJson(`${ROOT}/items/${id}`, { signal })) as ItemDetails;
}

export async function requestFavourite(item: ItemView, favourite: boolean): Promise<void> {
  await sendJson('PATCH', `${ROOT}/items/${item.id}`, { favourite });
  publishHere({ type: 'changed', item: { ...item, favourite } });
}

/** The server takes so many at once. */
const MAX_AT_ONCE = 200;

export async function requestDeletion(items: readonly ItemView[]): Promise<void> {
  for (const some of inParts(items)) {
    const ids = some.map(({ id }) => id);
    await sendJson('POST', `${ROOT}/items/delete`, { ids });
    publishHere({ type: 'removed', ids });
  }
}

/** Takes a deletion back. */
export async function requestRestoration(items: readonly ItemView[]): Promise<void> {
  for (const some of inParts(items)) {
    await sendJson('POST', `${ROOT}/items/restore`, { ids: some.map(({ id }) => id) });
    for (const item of some) publishHere({ type: 'changed', item });
  }
}

function inParts<T>(all: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < all.length; at += MAX_AT_ONCE) parts.push(all.slice(at, at + MAX_AT_ONCE));
  return parts;
}

/** The LoRAs that something can be made with. */
export async function requestReadyLoras(): Promise<LoraView[]> {
  const { loras } = (await requestJson(`${ROOT}/loras`)) as { loras: LoraView[] };
  return loras.filter(({ state }) => state === 'ready');
}

/** Gives a video the picture that was drawn of it. */
export async function requestPoster({ id }: ItemView, picture: Blob): Promise<void> {
  const headers = { 'Content-Type': 'application/octet-stream' };
  const init = { method: 'POST', headers, body: picture };
  const item = (await requestJson(`${ROOT}/items/${id}/poster`, init)) as ItemView;
  publishHere({ type: 'changed', item });
}

/** Takes a picture up that another one can start from. */
export async function requestUpload(file: File): Promise<UploadView> {
  const headers = {
    'Content-Type': 'application/octet-stream',
    'X-File-Name': encodeURIComponent((file.name || 'pasted picture').toWellFormed()),
  };
  const init = { method: 'POST', headers, body: file };
  return (await requestJson(`${ROOT}/uploads`, init)) as UploadView;
}

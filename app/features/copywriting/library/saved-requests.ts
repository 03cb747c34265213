import { onEvent } from '~/engine/events';
import { client, RequestRefused } from '~/http/client';

import type { CategoryId } from '../formats/categories';
import type { FormatId } from '../formats/formats';
import type {
  ContentEvent,
  ContentFolder,
  ContentItem,
  ContentOverview,
  ContentPage,
  ContentPlace,
  ContentText,
} from './content/content';
import type { SavedContentApi } from './routes/saved-content';
import type { SavedContentFoldersApi } from './routes/saved-content-folders';
import type { VersionPage } from './versions/version';

// The browser's requests for saved content. Each rejects when it fails, and publishes its change to the lists in this
// tab.

const api = client<SavedContentApi>();
const folderApi = client<SavedContentFoldersApi>();

export async function requestOverview(): Promise<ContentOverview> {
  const found = await api.get('/api/saved-content');
  if (!('pages' in found))
    throw new TypeError('the server answered a page instead of the overview');
  return found;
}

export function requestPlacePage(place: ContentPlace, cursor: string): Promise<ContentPage> {
  const { category, folderId } = place;
  return requestPage({ category, cursor, folder: folderId ?? undefined });
}

export function requestSearch(
  text: string,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<ContentPage> {
  return requestPage({ q: text, cursor: cursor ?? undefined }, signal);
}

async function requestPage(
  search: Readonly<Record<string, string | undefined>>,
  signal?: AbortSignal,
): Promise<ContentPage> {
  const found = await api.get('/api/saved-content', { search, signal });
  if (!('items' in found))
    throw new TypeError('the server answered the overview instead of a page');
  return found;
}

export function requestSaving(
  body: ContentPlace & {
    title: string;
    content: string;
    format?: FormatId | null;
    generationId?: string;
  },
): Promise<ContentItem> {
  return changed(api.post('/api/saved-content', { body }));
}

export function requestContent(id: string): Promise<ContentText> {
  return api.get('/api/saved-content/:id', { params: { id } });
}

export function requestEdit(
  id: string,
  body: ContentText & { putAway: boolean },
  { keepalive }: { keepalive: boolean },
) {
  return changed(api.patch('/api/saved-content/:id', { params: { id }, body, keepalive }));
}

export async function requestDeletion(id: string): Promise<void> {
  await api.del('/api/saved-content/:id', { params: { id } });
  publishHere({ type: 'removed', id });
}

/** Undoes a deletion. */
export function requestRestoration(id: string): Promise<ContentItem> {
  return changed(api.post('/api/saved-content/:id/restore', { params: { id } }));
}

export function requestMove(id: string, body: ContentPlace): Promise<ContentItem> {
  return changed(api.post('/api/saved-content/:id/move', { params: { id }, body }));
}

/** Sets the format of a content. */
export function requestFormat(id: string, format: FormatId | null): Promise<ContentItem> {
  return changed(api.post('/api/saved-content/:id/format', { params: { id }, body: { format } }));
}

/** Ignores a finding of the brand check in a content, or no longer; resolves to all keys that it ignores. */
export async function requestIgnoring(
  id: string,
  body: { key: string; ignored: boolean },
): Promise<string[]> {
  return (await api.post('/api/saved-content/:id/ignored', { params: { id }, body })).ignored;
}

/** Sets the image in the preview of a content. */
export async function requestImage(id: string, imageId: string | null): Promise<void> {
  // The page may be left right after the choice.
  await api.post('/api/saved-content/:id/image', {
    params: { id },
    body: { imageId },
    keepalive: true,
  });
}

export function requestDuplicate(id: string): Promise<ContentItem> {
  return changed(api.post('/api/saved-content/:id/duplicate', { params: { id } }));
}

export function requestVersions(id: string, cursor: string | null): Promise<VersionPage> {
  const search = { cursor: cursor ?? undefined };
  return api.get('/api/saved-content/:id/versions', { params: { id }, search });
}

export function requestVersion(
  id: string,
  versionId: string,
): Promise<{ title: string; content: string }> {
  return api.get('/api/saved-content/:id/versions/:versionId', { params: { id, versionId } });
}

export function requestVersionRestore(
  id: string,
  versionId: string,
  version: number,
): Promise<ContentText> {
  return api.post('/api/saved-content/:id/versions/:versionId', {
    params: { id, versionId },
    body: { version },
  });
}

export function requestNewFolder(category: CategoryId, name: string): Promise<ContentFolder> {
  return folder(folderApi.post('/api/saved-content-folders', { body: { category, name } }));
}

export function requestFolderRename(id: string, name: string): Promise<ContentFolder> {
  const params = { id };
  return folder(folderApi.patch('/api/saved-content-folders/:id', { params, body: { name } }));
}

export async function requestFolderDeletion(id: string): Promise<void> {
  await folderApi.del('/api/saved-content-folders/:id', { params: { id } });
  publishHere({ type: 'folder-removed', id });
}

/** The server's reason when the user can do something about it, else `text`. */
export function reasonOf(error: unknown, text: string): string {
  if (!(error instanceof RequestRefused) || error.status >= 500) return text;
  return error.reason ?? text;
}

async function changed(answer: Promise<{ item: ContentItem }>): Promise<ContentItem> {
  const { item } = await answer;
  publishHere({ type: 'changed', item });
  return item;
}

async function folder(answer: Promise<{ folder: ContentFolder }>): Promise<ContentFolder> {
  const { folder } = await answer;
  publishHere({ type: 'folder', folder });
  return folder;
}

const listeners = new Set<(change: ContentEvent) => void>();

/** Publishes this tab's own change at once: its live event comes later, or not at all when offline. */
export function publishHere(change: ContentEvent): void {
  for (const listener of listeners) listener(change);
}

/** Listens for changes to saved content from this tab and others; its own changes may arrive twice. */
export function onContentChange(
  listener: (change: ContentEvent, seq?: number) => void,
): () => void {
  listeners.add(listener);
  const stop = onEvent('saved-content', listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

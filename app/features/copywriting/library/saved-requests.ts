import { RequestRefused, requestJson, sendJson } from '~/features/accounts';
import type { CategoryId } from '../formats/categories';
import type { FormatId } from '../formats/formats';

import type {
  ContentFolder,
  ContentItem,
  ContentOverview,
  ContentPage,
  ContentPlace,
  ContentText,
  VersionPage,
} from './content/content';
import { publishHere } from './list/saved-changes';

// What the browser asks of the server about saved content. Each rejects when it was not done; what was done is told to
// the lists of this tab at once.

const ROOT = '/api/saved-content';
const FOLDERS = '/api/saved-content-folders';

export async function requestOverview(): Promise<ContentOverview> {
  return (await requestJson(ROOT)) as ContentOverview;
}

export async function requestPlacePage(place: ContentPlace, cursor: string): Promise<ContentPage> {
  const params = new URLSearchParams({ category: place.category, cursor });
  if (place.folderId !== null) params.set('folder', place.folderId);
  return (await requestJson(`${ROOT}?${params}`)) as ContentPage;
}

export async function requestSearch(
  text: string,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<ContentPage> {
  const params = new URLSearchParams({ q: text });
  if (cursor !== null) params.set('cursor', cursor);
  return (await requestJson(`${ROOT}?${params}`, { signal })) as ContentPage;
}

export function requestSaving(
  content: ContentPlace & { title: string; content: string; format?: FormatId | null },
): Promise<ContentItem> {
  return changed(sendJson('POST', ROOT, content));
}

export async function requestContent(id: string): Promise<ContentText> {
  return (await requestJson(`${ROOT}/${id}`)) as ContentText;
}

export function requestEdit(id: string, edit: ContentText & { putAway: boolean }) {
  return changed(sendJson('PATCH', `${ROOT}/${id}`, edit));
}

export async function requestDeletion(id: string): Promise<void> {
  await sendJson('DELETE', `${ROOT}/${id}`);
  publishHere({ type: 'removed', id });
}

/** Takes a deletion back. */
export function requestRestoration(id: string): Promise<ContentItem> {
  return changed(sendJson('POST', `${ROOT}/${id}/restore`));
}

export function requestMove(id: string, place: ContentPlace): Promise<ContentItem> {
  return changed(sendJson('POST', `${ROOT}/${id}/move`, place));
}

/** Says what a content is written as. */
export function requestFormat(id: string, format: FormatId | null): Promise<ContentItem> {
  return changed(sendJson('POST', `${ROOT}/${id}/format`, { format }));
}

export function requestDuplicate(id: string): Promise<ContentItem> {
  return changed(sendJson('POST', `${ROOT}/${id}/duplicate`));
}

export async function requestVersions(id: string, cursor: string | null): Promise<VersionPage> {
  const params = cursor === null ? '' : `?${new URLSearchParams({ cursor })}`;
  return (await requestJson(`${ROOT}/${id}/versions${params}`)) as VersionPage;
}

export async function requestVersion(
  id: string,
  versionId: string,
): Promise<{ title: string; content: string }> {
  const path = `${ROOT}/${id}/versions/${versionId}`;
  return (await requestJson(path)) as { title: string; content: string };
}

export async function requestVersionBack(
  id: string,
  versionId: string,
  version: number,
): Promise<ContentText> {
  const path = `${ROOT}/${id}/versions/${versionId}`;
  return (await sendJson('POST', path, { version })) as ContentText;
}

export async function requestFolder(category: CategoryId, name: string): Promise<ContentFolder> {
  return folder(sendJson('POST', FOLDERS, { category, name }));
}

export async function requestFolderName(id: string, name: string): Promise<ContentFolder> {
  return folder(sendJson('PATCH', `${FOLDERS}/${id}`, { name }));
}

export async function requestFolderDeletion(id: string): Promise<void> {
  await sendJson('DELETE', `${FOLDERS}/${id}`);
  publishHere({ type: 'folder-removed', id });
}

/** What the server said is the matter, where the person can do something about it; else `text`. */
export function reasonOf(error: unknown, text: string): string {
  if (!(error instanceof RequestRefused) || error.status >= 500) return text;
  const { error: said } = (error.body ?? {}) as { error?: unknown };
  return typeof said === 'string' ? said : text;
}

async function changed(answer: Promise<unknown>): Promise<ContentItem> {
  const { item } = (await answer) as { item: ContentItem };
  publishHere({ type: 'changed', item });
  return item;
}

async function folder(answer: Promise<unknown>): Promise<ContentFolder> {
  const { folder } = (await answer) as { folder: ContentFolder };
  publishHere({ type: 'folder', folder });
  return folder;
}

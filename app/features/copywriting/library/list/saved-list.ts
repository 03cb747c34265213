import { byName } from '~/lib/text/by-name';

import {
  type ContentEvent,
  type ContentFolder,
  type ContentItem,
  type ContentPage,
  placeKey,
} from '../content/content';

/** The sidebar's lists, as far as they have been loaded. */
export interface SavedList {
  folders: ContentFolder[];
  pages: Record<string, ContentPage>;
}

const NOTHING: ContentPage = { items: [], cursor: null };

/** Newest first, in the server's order. */
export function byNewest(one: ContentItem, other: ContentItem): number {
  return other.createdAt - one.createdAt || (one.id === other.id ? 0 : one.id < other.id ? 1 : -1);
}

export function pageOf(list: SavedList, key: string): ContentPage {
  return list.pages[key] ?? NOTHING;
}

/** The lists after a live event. */
export function mergeChange(list: SavedList, change: ContentEvent): SavedList {
  switch (change.type) {
    case 'changed':
      return { ...list, pages: put(list.pages, change.item) };
    case 'ignored':
      return list;
    case 'removed':
      return { ...list, pages: remove(list.pages, change.id) };
    case 'folder': {
      const others = list.folders.filter(({ id }) => id !== change.folder.id);
      return { ...list, folders: [...others, change.folder].sort(byName) };
    }
    case 'folder-removed': {
      const { [change.id]: held = NOTHING, ...pages } = list.pages;
      return {
        folders: list.folders.filter(({ id }) => id !== change.id),
        pages: held.items.map((item) => ({ ...item, folderId: null })).reduce(put, pages),
      };
    }
  }
}

/** Whether only the server knows the lists after this event, because it concerns contents that aren't loaded. */
export function isUncertain(list: SavedList, change: ContentEvent): boolean {
  if (change.type !== 'folder-removed') return false;
  return pageOf(list, change.id).cursor !== null;
}

/** Adds the next page to a list. Contents that live events already brought take precedence. */
export function mergePage(list: SavedList, key: string, page: ContentPage): SavedList {
  const known = new Set(
    Object.values(list.pages).flatMap(({ items }) => items.map(({ id }) => id)),
  );
  const fresh = page.items.filter(({ id }) => !known.has(id));
  const items = [...pageOf(list, key).items, ...fresh].sort(byNewest);
  return { ...list, pages: { ...list.pages, [key]: { items, cursor: page.cursor } } };
}

function remove(pages: SavedList['pages'], id: string): SavedList['pages'] {
  const holds = Object.entries(pages).find(([, { items }]) => items.some((item) => item.id === id));
  if (!holds) return pages;
  const [key, page] = holds;
  return { ...pages, [key]: { ...page, items: page.items.filter((item) => item.id !== id) } };
}

function put(pages: SavedList['pages'], item: ContentItem): SavedList['pages'] {
  const key = placeKey(item);
  const last = pages[key]?.items.at(-1);
  const others = remove(pages, item.id);
  const page = others[key] ?? NOTHING;
  // Beyond what is loaded, it arrives with its page.
  if (page.cursor !== null && last && byNewest(last, item) < 0) return others;
  return { ...others, [key]: { ...page, items: [...page.items, item].sort(byNewest) } };
}

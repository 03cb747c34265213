import { useCallback, useEffect, useRef, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { onMissed } from '~/engine/events';
import { toastSuccess } from '~/ui/feedback/toast';
import { refusalText } from '~/http/client';

import {
  hasFilter,
  mergeChange,
  mergeFirst,
  mergePage,
  type GalleryFilter,
  withItem,
} from './gallery-list';
import { deletedText } from '../media-text';
import type { ItemPage, ItemView } from '../media';
import { onItemChange } from '../media-events';
import {
  requestDeletion,
  requestFavorite,
  requestItems,
  requestRestoration,
} from '../media-requests';
import { pageTexts } from '../page-texts';

export interface Gallery {
  filter: GalleryFilter;
  /** The person has set a filter. */
  isFiltered: boolean;
  setFilter(filter: GalleryFilter): void;
  /** Null while items are loaded for another filter. */
  list: ItemPage | null;
  /** The list, or its next page, couldn't be loaded. */
  failed: boolean;
  /** Loads the next page, or after a failure the same one again. */
  loadMore(): void;
  /** Has an item in the list, even before its page is loaded. */
  include(item: ItemView): void;
  /** Looks for new items, and reports no failure. */
  refresh(): void;
  favorite(item: ItemView, favorite: boolean): Promise<void>;
  /** Deletes at once, and offers to undo it for ten seconds; false if it failed, which was reported. */
  remove(items: readonly ItemView[]): Promise<boolean>;
}

const ALL: GalleryFilter = {};

/**
 * The items: what the server rendered, then pages by cursor, kept up to date by live events. `base`, which is stable, is
 * the part of the filter that the page fixes.
 */
export function useGallery(first: ItemPage, base = ALL): Gallery {
  const [from, setFrom] = useState(first);
  const [filter, setFilterState] = useState<GalleryFilter>(base);
  const [list, setList] = useState<ItemPage | null>(first);
  const [failed, setFailed] = useState(false);
  const loading = useRef<AbortController | null>(null);
  const latest = useRef({ filter, list });
  useEffect(() => {
    latest.current = { filter, list };
  });
  const isFiltered = hasFilter({ ...filter, ...cleared(base) });
  if (from !== first) {
    setFrom(first);
    if (list === null || !isFiltered) {
      setList((old) => (old === null ? first : mergeFirst(old, first)));
    }
  }

  const load = useCallback((wanted: GalleryFilter, before: string | null, quiet: boolean) => {
    loading.current?.abort();
    const abort = new AbortController();
    loading.current = abort;
    if (!quiet) setFailed(false);
    requestItems(wanted, before, abort.signal).then(
      (page) => {
        if (abort.signal.aborted) return;
        loading.current = null;
        setFailed(false);
        setList((old) =>
          old === null ? page : before === null ? mergeFirst(old, page) : mergePage(old, page),
        );
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        loading.current = null;
        if (quiet) return;
        setFailed(true);
        showFailure(error, pageTexts.loadFailed);
      },
    );
  }, []);
  useEffect(() => () => loading.current?.abort(), []);

  const refresh = useCallback(() => {
    // A page that is being loaded matters more; live events bring new items anyway.
    if (loading.current === null) load(latest.current.filter, null, true);
  }, [load]);
  useEffect(() => onMissed(() => load(latest.current.filter, null, true)), [load]);
  useEffect(
    () =>
      onItemChange((change) => {
        if (change.type === 'restored') refresh();
        else setList((old) => old && mergeChange(old, change, latest.current.filter));
      }),
    [refresh],
  );

  return {
    filter,
    isFiltered,
    list,
    failed,
    refresh,
    include: useCallback((item) => setList((old) => old && withItem(old, item)), []),
    setFilter: useCallback(
      (chosen) => {
        const next = { ...chosen, ...base };
        setFilterState(next);
        latest.current = { filter: next, list: null };
        setList(null);
        load(next, null, false);
      },
      [load, base],
    ),
    loadMore: useCallback(() => {
      const now = latest.current;
      if (loading.current !== null) return;
      if (now.list === null) load(now.filter, null, false);
      else if (now.list.cursor !== null) load(now.filter, now.list.cursor, false);
    }, [load]),
    favorite: useCallback(async (item, favorite) => {
      const show = (shown: ItemView) =>
        setList(
          (old) => old && mergeChange(old, { type: 'changed', item: shown }, latest.current.filter),
        );
      show({ ...item, favourite: favorite });
      try {
        await requestFavorite(item, favorite);
      } catch (error) {
        show(item);
        showFailure(error, refusalText(error, pageTexts.favoriteFailed));
      }
    }, []),
    remove: useCallback(async (items) => {
      try {
        await requestDeletion(items);
      } catch (error) {
        showFailure(error, refusalText(error, pageTexts.deleteFailed));
        return false;
      }
      const undo = () =>
        void requestRestoration(items).catch((error: unknown) =>
          showFailure(error, refusalText(error, pageTexts.restoreFailed)),
        );
      toastSuccess(deletedText(items), { label: 'Undo', run: undo });
      return true;
    }, []),
  };
}

/** The same fields, all unset. */
function cleared(filter: GalleryFilter): GalleryFilter {
  return Object.fromEntries(Object.keys(filter).map((name) => [name, undefined]));
}

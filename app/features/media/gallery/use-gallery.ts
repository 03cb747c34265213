import { useCallback, useEffect, useRef, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { onMissed } from '~/engine/events';
import { toastSuccess } from '~/ui/feedback/toast';
import { refusalText } from '~/http/client';

import { isFiltered, mergeChange, mergeFirst, mergePage, type GalleryFilter } from './gallery-list';
import { deletedText } from '../media-text';
import type { ItemPage, ItemView } from '../media';
import { onItemChange } from '../media-events';
import {
  requestDeletion,
  requestFavourite,
  requestItems,
  requestRestoration,
} from '../media-requests';
import { pageTexts } from '../page-texts';

export interface Gallery {
  filter: GalleryFilter;
  /** It shows less than it could. */
  narrowed: boolean;
  setFilter(filter: GalleryFilter): void;
  /** Null while they are loaded for another filter. */
  list: ItemPage | null;
  /** The list, or its next page, could not be loaded. */
  failed: boolean;
  /** The next page, or after a failure the same once more. */
  loadMore(): void;
  /** Looks whether something came, without a word if that fails. */
  refresh(): void;
  favourite(item: ItemView, favorite: boolean): Promise<void>;
  /** Deletes at once, with ten seconds to take it back; false: it was not done, and they were told. */
  remove(items: readonly ItemView[]): Promise<boolean>;
}

const ALL: GalleryFilter = {};

/**
 * The images: what the server rendered, then pages by key, kept true by live changes. `base`, which is always the same, is
 * what the page shows of them at all.
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
  const narrowed = isFiltered({ ...filter, ...emptied(base) });
  if (from !== first) {
    setFrom(first);
    if (list === null || !narrowed) {
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
    // A page on its way is worth more: what came is told anyway.
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
    narrowed,
    list,
    failed,
    refresh,
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
    favourite: useCallback(async (item, favorite) => {
      const show = (shown: ItemView) =>
        setList(
          (old) => old && mergeChange(old, { type: 'changed', item: shown }, latest.current.filter),
        );
      show({ ...item, favourite: favorite });
      try {
        await requestFavourite(item, favorite);
      } catch (error) {
        show(item);
        showFailure(error, refusalText(error, pageTexts.favouriteFailed));
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

/** With nothing in what it names. */
function emptied(filter: GalleryFilter): GalleryFilter {
  return Object.fromEntries(Object.keys(filter).map((name) => [name, undefined]));
}

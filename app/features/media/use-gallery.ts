import { useCallback, useEffect, useRef, useState } from 'react';

import { refusalText, tellFailure } from '~/features/auth';
import { onMissed } from '~/realtime';
import { toastSuccess } from '~/ui/toast';

import { mergeChange, mergeFirst, mergePage, type GalleryFilter } from './gallery-list';
import type { ItemPage, ItemView } from './media';
import { onItemChange } from './media-changes';
import {
  requestDeletion,
  requestFavourite,
  requestItems,
  requestRestoration,
} from './media-requests';
import { deletedText, pageMessages } from './page-messages';

export interface Gallery {
  filter: GalleryFilter;
  setFilter(filter: GalleryFilter): void;
  /** Null while they are loaded for another filter. */
  list: ItemPage | null;
  /** The list, or its next page, could not be loaded. */
  failed: boolean;
  /** The next page, or after a failure the same once more. */
  loadMore(): void;
  /** Looks whether something came, without a word if that fails. */
  refresh(): void;
  favourite(item: ItemView, favourite: boolean): Promise<void>;
  /** Deletes at once, with ten seconds to take it back; false: it was not done, and they were told. */
  remove(items: readonly ItemView[]): Promise<boolean>;
}

/** The images: what the server rendered, then pages by key, kept true by live changes. */
export function useGallery(first: ItemPage): Gallery {
  const [from, setFrom] = useState(first);
  const [filter, setFilterState] = useState<GalleryFilter>({});
  const [list, setList] = useState<ItemPage | null>(first);
  const [failed, setFailed] = useState(false);
  const loading = useRef<AbortController | null>(null);
  const latest = useRef({ filter, list });
  useEffect(() => {
    latest.current = { filter, list };
  });
  if (from !== first) {
    setFrom(first);
    if (list === null || Object.keys(filter).length === 0) {
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
        tellFailure(error, pageMessages.loadFailed);
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
    list,
    failed,
    refresh,
    setFilter: useCallback(
      (next) => {
        setFilterState(next);
        latest.current = { filter: next, list: null };
        setList(null);
        load(next, null, false);
      },
      [load],
    ),
    loadMore: useCallback(() => {
      const now = latest.current;
      if (loading.current !== null) return;
      if (now.list === null) load(now.filter, null, false);
      else if (now.list.cursor !== null) load(now.filter, now.list.cursor, false);
    }, [load]),
    favourite: useCallback(async (item, favourite) => {
      const show = (shown: ItemView) =>
        setList(
          (old) => old && mergeChange(old, { type: 'changed', item: shown }, latest.current.filter),
        );
      show({ ...item, favourite });
      try {
        await requestFavourite(item, favourite);
      } catch (error) {
        show(item);
        tellFailure(error, refusalText(error, pageMessages.favouriteFailed));
      }
    }, []),
    remove: useCallback(async (items) => {
      try {
        await requestDeletion(items);
      } catch (error) {
        tellFailure(error, refusalText(error, pageMessages.deleteFailed));
        return false;
      }
      const undo = () =>
        void requestRestoration(items).catch((error: unknown) =>
          tellFailure(error, refusalText(error, pageMessages.restoreFailed)),
        );
      toastSuccess(deletedText(items.length), { label: 'Undo', run: undo });
      return true;
    }, []),
  };
}

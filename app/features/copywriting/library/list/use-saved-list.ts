import { useCallback, useEffect, useRef, useState } from 'react';

import {
  isContained,
  noteLoaded,
  noteSequence,
  onMissed,
  readCurrent,
  loadedUpTo,
} from '~/engine/events';
import { showFailure } from '~/features/accounts';

import {
  type ContentOverview,
  type ContentPage,
  type ContentPlace,
  placeKey,
} from '../content/content';
import { onContentChange, requestOverview, requestPlacePage } from '../saved-requests';
import { libraryTexts } from '../texts';
import { isUncertain, mergeChange, mergePage, pageOf, type SavedList } from './saved-list';

export interface SavedLists {
  list: SavedList;
  page(place: ContentPlace): ContentPage;
  /** The key of the place whose next page is loading. */
  loading: string | null;
  loadMore(place: ContentPlace): void;
}

/** The sidebar's lists: the server's first pages, further pages by cursor, kept up to date by live events. */
export function useSavedList(first: ContentOverview): SavedLists {
  const [from, setFrom] = useState(first);
  const [list, setList] = useState<SavedList>(first);
  const [loading, setLoading] = useState<string | null>(null);
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });

  // Newly loaded data already includes what was merged into the old list.
  if (from !== first) {
    setFrom(first);
    setList(first);
  }
  const state = useRef(loadedUpTo(first.seq));

  const reload = useCallback(() => {
    readCurrent(state.current, requestOverview).then(setList, (error: unknown) =>
      showFailure(error, libraryTexts.loadFailed),
    );
  }, []);
  useEffect(() => {
    noteSequence(first.seq);
    if (!noteLoaded(state.current, first.seq)) reload();
  }, [first, reload]);
  useEffect(() => onMissed(reload), [reload]);
  useEffect(
    () =>
      onContentChange((change, seq) => {
        if (isContained(state.current, seq)) return;
        if (isUncertain(latest.current, change)) reload();
        else setList((old) => mergeChange(old, change));
      }),
    [reload],
  );

  return {
    list,
    page: (place) => pageOf(list, placeKey(place)),
    loading,
    loadMore: useCallback((place) => {
      const key = placeKey(place);
      const { cursor } = pageOf(latest.current, key);
      if (cursor === null) return;
      setLoading(key);
      requestPlacePage(place, cursor)
        .then(
          (page) =>
            // A list that was reloaded in between continues from another cursor.
            setList((old) =>
              pageOf(old, key).cursor === cursor ? mergePage(old, key, page) : old,
            ),
          (error: unknown) => showFailure(error, libraryTexts.loadFailed),
        )
        .finally(() => setLoading(null));
    }, []),
  };
}

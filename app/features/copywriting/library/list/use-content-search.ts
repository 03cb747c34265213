import { useCallback, useEffect, useState } from 'react';

import { showFailure } from '~/features/accounts';

import type { ContentPage } from '../content/content';
import { onContentChange, requestSearch } from '../saved-requests';
import { libraryTexts } from '../texts';
import { byNewest } from './saved-list';

/** Typing must pause this long before a search. */
const PAUSE_MS = 200;

export interface ContentSearch {
  typed: string;
  setTyped(typed: string): void;
  /** Null while there is no query, and until the first response. */
  found: ContentPage | null;
  loading: boolean;
  loadMore(): void;
}

/** Searches titles and texts, and repeats the search when content changes. */
export function useContentSearch(): ContentSearch {
  const [typed, setTyped] = useState('');
  const [answer, setAnswer] = useState<{ text: string; page: ContentPage } | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [paging, setPaging] = useState(false);
  const [again, setAgain] = useState(0);
  const text = typed.trim();

  useEffect(() => {
    if (text === '') return;
    const request = new AbortController();
    const timer = setTimeout(() => {
      requestSearch(text, null, request.signal).then(
        (page) => {
          if (!request.signal.aborted) setAnswer({ text, page });
        },
        (error: unknown) => {
          if (request.signal.aborted) return;
          setFailed(text);
          showFailure(error, libraryTexts.loadFailed);
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [text, again]);

  // Only the server can tell which texts match.
  useEffect(() => onContentChange(() => setAgain((times) => times + 1)), []);

  // The previous results stay until the next response.
  const found = text === '' ? null : (answer?.page ?? null);
  const waiting = text !== '' && answer?.text !== text && failed !== text;
  const cursor = found?.cursor ?? null;
  return {
    typed,
    setTyped: useCallback((next: string) => {
      setTyped(next);
      setFailed(null);
      // The next search starts without the previous results.
      if (next.trim() === '') setAnswer(null);
    }, []),
    found,
    loading: waiting || paging,
    loadMore: useCallback(() => {
      if (cursor === null) return;
      setPaging(true);
      requestSearch(text, cursor)
        .then(
          (page) =>
            setAnswer((old) => {
              if (old?.text !== text || old.page.cursor !== cursor) return old;
              const known = new Set(old.page.items.map(({ id }) => id));
              const fresh = page.items.filter(({ id }) => !known.has(id));
              const items = [...old.page.items, ...fresh].sort(byNewest);
              return { text, page: { items, cursor: page.cursor } };
            }),
          (error: unknown) => showFailure(error, libraryTexts.loadFailed),
        )
        .finally(() => setPaging(false));
    }, [cursor, text]),
  };
}

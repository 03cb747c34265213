import { useCallback, useEffect, useState } from 'react';

import { showFailure } from '~/features/accounts';

import type { ContentPage } from '../content/content';
import { onContentChange, requestSearch } from '../saved-requests';
import { libraryTexts } from '../texts';
import { byNewest } from './saved-list';

/** Typing pauses this long before the list follows. */
const PAUSE_MS = 200;

export interface ContentSearch {
  typed: string;
  setTyped(typed: string): void;
  /** Null while nothing is searched for, and until the first answer. */
  found: ContentPage | null;
  loading: boolean;
  loadMore(): void;
}

/** The search over titles and texts; it follows what changes. */
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

  // Only the server knows what is found in a text.
  useEffect(() => onContentChange(() => setAgain((times) => times + 1)), []);

  // What was found for the text before stays until the next answer.
  const found = text === '' ? null : (answer?.page ?? null);
  const waiting = text !== '' && answer?.text !== text && failed !== text;
  const cursor = found?.cursor ?? null;
  return {
    typed,
    setTyped: useCallback((next: string) => {
      setTyped(next);
      setFailed(null);
      // The next search does not begin with what the last one found.
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

import { useCallback, useEffect, useState } from 'react';

import { tellFailure } from '~/features/auth';

import type { ContentPage } from './content';
import { copyMessages } from './messages';
import { onContentChange } from './saved-changes';
import { byNewest } from './saved-list';
import { requestSearch } from './saved-requests';

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
  const [found, setFound] = useState<ContentPage | null>(null);
  const [loading, setLoading] = useState(false);
  const [again, setAgain] = useState(0);
  const text = typed.trim();

  useEffect(() => {
    if (text === '') {
      setFound(null);
      setLoading(false);
      return;
    }
    const request = new AbortController();
    setLoading(true);
    const timer = setTimeout(() => {
      requestSearch(text, null, request.signal).then(
        (page) => {
          if (request.signal.aborted) return;
          setFound(page);
          setLoading(false);
        },
        (error: unknown) => {
          if (request.signal.aborted) return;
          setLoading(false);
          tellFailure(error, copyMessages.loadFailed);
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

  const cursor = found?.cursor ?? null;
  return {
    typed,
    setTyped,
    found,
    loading,
    loadMore: useCallback(() => {
      if (cursor === null) return;
      setLoading(true);
      requestSearch(text, cursor)
        .then(
          (page) =>
            setFound((old) => {
              if (old?.cursor !== cursor) return old;
              const known = new Set(old.items.map(({ id }) => id));
              const fresh = page.items.filter(({ id }) => !known.has(id));
              return { items: [...old.items, ...fresh].sort(byNewest), cursor: page.cursor };
            }),
          (error: unknown) => tellFailure(error, copyMessages.loadFailed),
        )
        .finally(() => setLoading(false));
    }, [cursor, text]),
  };
}

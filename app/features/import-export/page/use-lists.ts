import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

import { SignedOut } from '~/http/client';
import { isLive, onMissed } from '~/engine/events';

interface Page<T> {
  items: T[];
  cursor: string | null;
}

export interface Pages<T> {
  /** Null until the first page has loaded. */
  items: readonly T[] | null;
  hasMore: boolean;
  /** Whether loading a page failed. */
  failed: boolean;
  /** Loads the next page, or after a failure the same page again. */
  more(): void;
}

/** A list that loads page by page, the first one at once. `load` must be stable. */
export function usePages<T>(
  load: (cursor: string | null, signal: AbortSignal) => Promise<Page<T>>,
): Pages<T> {
  const [items, setItems] = useState<readonly T[] | null>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const loading = useRef<AbortController | null>(null);

  const loadPage = useCallback(
    (after: string | null) => {
      if (loading.current !== null) return;
      const abort = new AbortController();
      loading.current = abort;
      setFailed(false);
      load(after, abort.signal).then(
        (page) => {
          if (abort.signal.aborted) return;
          loading.current = null;
          setItems((old) => [...(after === null ? [] : (old ?? [])), ...page.items]);
          setCursor(page.cursor);
        },
        (error: unknown) => {
          if (abort.signal.aborted) return;
          loading.current = null;
          setFailed(!(error instanceof SignedOut));
        },
      );
    },
    [load],
  );
  useEffect(() => {
    loadPage(null);
    return () => {
      loading.current?.abort();
      loading.current = null;
    };
  }, [loadPage]);

  return {
    items,
    hasMore: items !== null && cursor !== null,
    failed,
    more: useCallback(() => loadPage(cursor), [loadPage, cursor]),
  };
}

/** The ref of the element at the end of the list: the next page loads when it comes near. */
export function useEnd(pages: Pages<unknown>): RefObject<HTMLDivElement> {
  const end = useRef<HTMLDivElement>(null);
  const { hasMore, failed, more, items } = pages;
  useEffect(() => {
    if (!end.current || !hasMore || failed) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && more(),
      { rootMargin: '400px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
    // Observed again for each page, because an element that stays in view is reported once.
  }, [hasMore, failed, more, items]);
  return end;
}

const POLL_MS = 3_000;

/**
 * Calls `load`, which must be stable, when live events may have been missed. While `waiting`, it also polls if there is no
 * live connection.
 */
export function useReloadOnMissed(load: () => void, waiting: boolean): void {
  useEffect(() => onMissed(load), [load]);
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => {
      if (!isLive() && !document.hidden) load();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [waiting, load]);
}

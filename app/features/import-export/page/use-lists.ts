import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

import { SignedOut } from '~/http/client';
import { isLive, onMissed } from '~/engine/events';

interface Page<T> {
  items: T[];
  cursor: string | null;
}

export interface Pages<T> {
  /** Null until the first page has come. */
  items: readonly T[] | null;
  hasMore: boolean;
  /** The next page could not be loaded. */
  failed: boolean;
  /** The next page, or after a failure the same once more. */
  more(): void;
}

/** A list by pages: `load` is stable, and asked for the first page at once. */
export function usePages<T>(
  load: (cursor: string | null, signal: AbortSignal) => Promise<Page<T>>,
): Pages<T> {
  const [items, setItems] = useState<readonly T[] | null>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const loading = useRef<AbortController | null>(null);

  const ask = useCallback(
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
    ask(null);
    return () => {
      loading.current?.abort();
      loading.current = null;
    };
  }, [ask]);

  return {
    items,
    hasMore: items !== null && cursor !== null,
    failed,
    more: useCallback(() => ask(cursor), [ask, cursor]),
  };
}

/** What stands at the end of the list: the next page is asked for as it comes near. */
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
    // Observed anew with each page: an end that stays in view tells of itself only once.
  }, [hasMore, failed, more, items]);
  return end;
}

/** Where no live connection is to be had, one asks. */
const POLL_MS = 3_000;

/** Calls `load` (stable) when live changes may have been missed; while `waiting`, now and then without them, too. */
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

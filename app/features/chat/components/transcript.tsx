import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';

import { Button } from '~/ui/button';

/** Closer to the end than this counts as reading along, in px. */
const NEAR_END = 80;

const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** The scrolling log: stays at the end while text comes in, unless the person has scrolled away from it. */
export function Transcript({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [away, setAway] = useState(false);

  const toEnd = useCallback(() => {
    const element = box.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, []);

  useBrowserLayoutEffect(toEnd, [toEnd]);

  useEffect(() => {
    if (!content.current) return;
    const observer = new ResizeObserver(() => {
      if (atEnd.current) toEnd();
    });
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [toEnd]);

  function onScroll() {
    const element = box.current;
    if (!element) return;
    atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
    setAway(!atEnd.current);
  }

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={box}
        onScroll={onScroll}
        // The box scrolls, so the keyboard must be able to get to it.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="log"
        aria-label="Conversation"
        // Each token would be read out; the finished answer is announced instead.
        aria-live="off"
        className="h-full overflow-y-auto overscroll-contain"
      >
        <div ref={content} className="mx-auto w-full max-w-3xl space-y-7 px-4 py-8 sm:px-6">
          {children}
        </div>
      </div>
      {away && (
        <Button
          variant="secondary"
          size="icon"
          aria-label="Jump to the end"
          onClick={toEnd}
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-overlay"
        >
          <ArrowDown className="size-4" aria-hidden="true" />
        </Button>
      )}
    </div>
  );
}

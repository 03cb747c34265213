import { useLocation } from '@remix-run/react';
import { useEffect, useRef, type RefObject } from 'react';

import { wasNavigatedTo } from '~/ui/page/document';

import type { TranscriptHandle } from './components/transcript';
import { chatTexts } from '../texts';
import type { Chat } from '../page/use-chat';

const WANTED = /^#message-([0-9a-f-]{36})$/;

/**
 * Goes to the message that the address names (`#message-…`), in whatever branch it is. Returns
 * where that is said.
 */
export function useWantedMessage(
  { shown, showVersion }: Pick<Chat, 'shown' | 'showVersion'>,
  transcript: RefObject<TranscriptHandle>,
): RefObject<HTMLParagraphElement> {
  const { hash, key } = useLocation();
  const announcer = useRef<HTMLParagraphElement>(null);
  const done = useRef<string | null>(null);
  const asked = useRef<string | null>(null);

  useEffect(() => {
    const id = WANTED.exec(hash)?.[1];
    if (id === undefined || done.current === key) return;
    if (transcript.current?.show(id)) {
      done.current = key;
      if (announcer.current) announcer.current.textContent = chatTexts.arrived;
    } else if (asked.current !== key && !isReload(key)) {
      asked.current = key;
      void showVersion(id);
    }
  }, [hash, key, shown, showVersion, transcript]);

  return announcer;
}

/** A page that is loaded again shows the branch that was chosen last, not the one that led here once. */
function isReload(key: string): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (
    (navigation as PerformanceNavigationTiming | undefined)?.type === 'reload' &&
    !wasNavigatedTo(key)
  );
}

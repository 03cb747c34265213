import { useEffect, useMemo, useState } from 'react';

import type { ConversationItem } from '../conversation';
import { dayHeadings, type DayHeadings, type DayNumber, localDay } from './day-groups';

/** After midnight, for timers that fire a little early. */
const MARGIN_MS = 1_000;

/**
 * The day headings of a list. `first` are those that the server rendered: its time zone may differ from the browser's,
 * which counts from then on.
 */
export function useDayHeadings(
  items: readonly ConversationItem[],
  first: readonly [string, string][],
): DayHeadings {
  const today = useToday();
  return useMemo(
    () => (today === null ? new Map(first) : dayHeadings(items, localDay, today)),
    [items, first, today],
  );
}

/** The present day in the browser's time zone; null on the server and in the first rendering. */
function useToday(): DayNumber | null {
  const [today, setToday] = useState<DayNumber | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const now = new Date();
      setToday(localDay(now.getTime()));
      const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
      timer = setTimeout(look, midnight.getTime() - now.getTime() + MARGIN_MS);
    };
    look();
    return () => clearTimeout(timer);
  }, []);
  return today;
}

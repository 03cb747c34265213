import { useEffect, type RefObject } from 'react';

import type { ChosenDays, DayRange } from './date-range-window';
import { useLoadOnUse } from '../load-on-use';
import { Skeleton } from '../feedback/skeleton';

const load = () => import('./date-range-window');

export interface DateRangeCalendarProps {
  range: DayRange | undefined;
  onChange: (range: ChosenDays) => void;
  /** What the calendar belongs to: Escape within it closes the calendar. */
  within: RefObject<HTMLElement>;
  /** Called when the code couldn't be loaded or the person closes the calendar. */
  onClose: () => void;
}

/** Presets, and a month in which two clicks choose a range of days. The code is loaded when it's first shown. */
export function DateRangeCalendar({ range, onChange, within, onClose }: DateRangeCalendarProps) {
  // It can be closed while its code is on the way.
  useCloseByEscape(within, onClose);
  const loaded = useLoadOnUse(load, true, onClose);
  if (loaded === undefined) return <Waiting />;
  return <loaded.DateRangeWindow range={range} onChange={onChange} />;
}

/** The calendar's shape: the presets, and a month. */
function Waiting() {
  return (
    <div role="status">
      <span className="sr-only">Loading…</span>
      <Skeleton className="mb-2 h-8 touch:h-11" />
      <Skeleton className="h-72 touch:h-86" />
    </div>
  );
}

function useCloseByEscape(within: RefObject<HTMLElement>, onClose: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented } = event;
      // Nothing has the focus after a click between the days. A window above it closes first.
      const isHere = target === document.body || within.current?.contains(target as Node);
      if (key !== 'Escape' || defaultPrevented || !isHere) return;
      event.preventDefault();
      event.stopPropagation();
      onClose();
    };
    // Before a field beside it, which Escape empties, and a drawer that contains it.
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [within, onClose]);
}

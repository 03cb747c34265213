import { useEffect, useRef, type RefObject } from 'react';

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
  const loaded = useLoadOnUse(load, true, onClose);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (key !== 'Escape' || event.defaultPrevented) return;
      // Nothing has the focus after a click between the days. A window above it closes first.
      const isHere =
        target === document.body || (target instanceof Node && within.current?.contains(target));
      if (!isHere) return;
      event.preventDefault();
      event.stopPropagation();
      close.current();
    };
    // Before a field beside it, which Escape empties, and a drawer that contains it.
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [within]);

  if (loaded === undefined) return <Waiting />;
  return <loaded.DateRangeWindow range={range} onChange={onChange} />;
}

/** The calendar's shape: presets, the name of the month, and six weeks. */
function Waiting() {
  return (
    <div role="status">
      <span className="sr-only">Loading…</span>
      <div className="mb-2 flex gap-1.5">
        {[1, 2, 3].map((preset) => (
          <Skeleton key={preset} className="h-8 flex-1 touch:h-11" />
        ))}
      </div>
      <Skeleton className="h-9 touch:h-11" />
      {/* The names of the days, and the weeks. */}
      <Skeleton className="mt-1 h-62 touch:h-74" />
    </div>
  );
}

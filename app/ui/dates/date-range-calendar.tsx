import type { RefObject } from 'react';

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
  if (loaded === undefined) return <Waiting />;
  return (
    <loaded.DateRangeWindow range={range} onChange={onChange} within={within} onClose={onClose} />
  );
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

import type { ChosenDays, DayRange } from './date-range-window';
import { useLoadOnUse } from '../load-on-use';
import { Spinner } from '../feedback/progress';

const load = () => import('./date-range-window');

export interface DateRangeCalendarProps {
  range: DayRange | undefined;
  onChange: (range: ChosenDays) => void;
  /** Called when the code couldn't be loaded or the person closes the calendar. */
  onClose: () => void;
}

/** Presets, and a month in which two clicks choose a range of days. The code is loaded when it's first shown. */
export function DateRangeCalendar({ range, onChange, onClose }: DateRangeCalendarProps) {
  const loaded = useLoadOnUse(load, true, onClose);
  if (loaded === undefined) {
    return (
      <div className="grid h-82 place-items-center">
        <Spinner />
      </div>
    );
  }
  return <loaded.DateRangeWindow range={range} onChange={onChange} />;
}

import type { ChosenDays, DayRange } from './date-range-window';
import { useLoadOnUse } from '../load-on-use';
import { Spinner } from '../feedback/progress';

const load = () => import('./date-range-window');

export interface DateRangeCalendarProps {
  range: DayRange | undefined;
  onChange: (range: ChosenDays) => void;
  /** Its code could not be loaded, or the person wants it closed. */
  onClose: () => void;
}

/** A month in which two clicks choose a range of days. Its code is loaded when it is first shown. */
export function DateRangeCalendar({ range, onChange, onClose }: DateRangeCalendarProps) {
  const loaded = useLoadOnUse(load, true, onClose);
  if (loaded === undefined) {
    return (
      <div className="grid h-72 place-items-center">
        <Spinner />
      </div>
    );
  }
  return <loaded.DateRangeWindow range={range} onChange={onChange} />;
}

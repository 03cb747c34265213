import { useState } from 'react';
import { DayButton, DayPicker, type ClassNames } from 'react-day-picker';

import { buttonClass } from './button';
import { chosenDays, rangeAfterClick, type ChosenDays, type DayRange } from './date-range';
import { ChevronLeft, ChevronRight } from './shared-icons';

const NAVIGATION = buttonClass({ variant: 'ghost', size: 'icon' });

const CLASSES: Partial<ClassNames> = {
  months: 'relative',
  month_caption: 'flex h-9 items-center justify-center text-sm font-medium touch:h-11',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: NAVIGATION,
  button_next: NAVIGATION,
  month_grid: 'mt-1 w-full table-fixed border-collapse',
  weekday: 'h-8 text-xs font-normal text-muted',
  day: 'p-0 text-center',
  // The selection animates in steps of 100 ms (docs/product.md, Conversation filter).
  day_button:
    'grid h-9 w-full place-items-center rounded-md text-sm transition-colors duration-100 hover:bg-hover touch:h-11',
  outside: 'text-muted',
  today: 'font-semibold text-accent',
};

const CHOSEN = {
  chosen: 'bg-accent-soft',
  first: 'rounded-l-md [&>button]:bg-accent [&>button]:text-on-accent',
  last: 'rounded-r-md [&>button]:bg-accent [&>button]:text-on-accent',
};

interface DateRangeWindowProps {
  range: DayRange | undefined;
  onChange: (range: ChosenDays) => void;
}

export function DateRangeWindow({ range, onChange }: DateRangeWindowProps) {
  const [month, setMonth] = useState(() => range?.to ?? range?.from ?? new Date());
  const to = range?.to ?? range?.from;
  return (
    <DayPicker
      month={month}
      onMonthChange={setMonth}
      showOutsideDays
      fixedWeeks
      onDayClick={(day) => onChange(chosenDays(rangeAfterClick(range, day)))}
      modifiers={
        range && to ? { chosen: { from: range.from, to }, first: range.from, last: to } : {}
      }
      modifiersClassNames={CHOSEN}
      classNames={CLASSES}
      components={{
        Chevron: ({ orientation }) =>
          orientation === 'left' ? (
            <ChevronLeft className="size-4" aria-hidden="true" />
          ) : (
            <ChevronRight className="size-4" aria-hidden="true" />
          ),
        // Which days are chosen must be heard, not only seen.
        DayButton: (props) => (
          <DayButton {...props} aria-pressed={props.modifiers.chosen === true} />
        ),
      }}
    />
  );
}

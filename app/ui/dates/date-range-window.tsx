import { useState } from 'react';
import { DayButton, DayPicker, type ClassNames, type CustomComponents } from 'react-day-picker';

import { formatDayRange } from '~/lib/format/day-range';
import { formatContext } from '~/lib/format/context';
import type { CalendarDay } from '~/lib/local-days';

import { buttonClass } from '../button';
import { ChevronLeft, ChevronRight } from '../display/shared-icons';

/** Calendar days, each at the start of the local day. `to` is absent while only the first day has been chosen. */
export interface DayRange {
  from: Date;
  to?: Date;
}

/**
 * What forms need to know about the chosen days. It's part of the calendar's code, which keeps it out of first loads.
 */
export interface ChosenDays extends DayRange {
  text: string;
  /** Undefined until the last day is chosen. */
  instants: { from: number; to: number } | null;
}

export function chosenDays(range: DayRange): ChosenDays {
  const { from, to } = range;
  return { ...range, text: rangeText(range), instants: to ? instantsOf({ from, to }) : null };
}

/**
 * The range after a click on a day: the first click sets the start, the second the end, a click before the start swaps
 * the two, and a click when both are set starts over.
 */
export function rangeAfterClick(range: DayRange | undefined, day: Date): DayRange {
  if (range === undefined || range.to !== undefined) return { from: day };
  return day < range.from ? { from: day, to: range.from } : { from: range.from, to: day };
}

/**
 * The first and the last instant of the range, in milliseconds. Both days are included completely, however long they
 * are.
 */
export function instantsOf({ from, to }: Required<DayRange>): { from: number; to: number } {
  const first = new Date(from.getFullYear(), from.getMonth(), from.getDate());
  const next = new Date(to.getFullYear(), to.getMonth(), to.getDate() + 1);
  return { from: first.getTime(), to: next.getTime() - 1 };
}

/** The last `count` days, up to and including today. */
export function presetRange(count: number, today: Date): Required<DayRange> {
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()];
  return { from: new Date(year, month, day - count + 1), to: new Date(year, month, day) };
}

/** The range in words, as short as possible. */
export function rangeText({ from, to }: DayRange): string {
  return formatDayRange(calendarDay(from), to && calendarDay(to));
}

function calendarDay(date: Date): CalendarDay {
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
}

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
  first:
    'rounded-l-md [&>button]:bg-accent [&>button]:text-on-accent [&>button]:hover:bg-accent-hover',
  last: 'rounded-r-md [&>button]:bg-accent [&>button]:text-on-accent [&>button]:hover:bg-accent-hover',
};

/** Always the same ones: with others the days would be replaced at each change, and the one with the focus with them. */
const COMPONENTS: Partial<CustomComponents> = {
  Chevron: ({ orientation }) =>
    orientation === 'left' ? (
      <ChevronLeft className="size-4" aria-hidden="true" />
    ) : (
      <ChevronRight className="size-4" aria-hidden="true" />
    ),
  // Screen readers must announce which days are chosen.
  DayButton: (props) => <DayButton {...props} aria-pressed={props.modifiers.chosen === true} />,
};

const PRESETS = [
  { days: 1, label: 'Today' },
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
];

interface DateRangeWindowProps {
  range: DayRange | undefined;
  onChange: (range: ChosenDays) => void;
}

/** Presets, and a month in which two clicks choose a range of days. */
export function DateRangeWindow({ range, onChange }: DateRangeWindowProps) {
  const [month, setMonth] = useState(() => range?.to ?? range?.from ?? new Date());
  const to = range?.to ?? range?.from;

  function chooseLast(count: number) {
    const last = presetRange(count, new Date());
    setMonth(last.to);
    onChange(chosenDays(last));
  }

  return (
    <>
      <div role="group" aria-label="Presets" className="mb-2 flex gap-1.5">
        {PRESETS.map(({ days, label }) => (
          <button
            key={days}
            type="button"
            aria-pressed={isLast(days, range)}
            onClick={() => chooseLast(days)}
            className="h-8 flex-1 rounded-md border text-sm transition-colors hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft touch:h-11"
          >
            {label}
          </button>
        ))}
      </div>
      <DayPicker
        month={month}
        onMonthChange={setMonth}
        showOutsideDays
        weekStartsOn={formatContext().conventions.weekStart}
        fixedWeeks
        onDayClick={(day) => onChange(chosenDays(rangeAfterClick(range, day)))}
        modifiers={
          range && to ? { chosen: { from: range.from, to }, first: range.from, last: to } : {}
        }
        modifiersClassNames={CHOSEN}
        classNames={CLASSES}
        components={COMPONENTS}
      />
    </>
  );
}

function isLast(count: number, range: DayRange | undefined): boolean {
  const { from, to } = presetRange(count, new Date());
  return range?.from.getTime() === from.getTime() && range.to?.getTime() === to.getTime();
}

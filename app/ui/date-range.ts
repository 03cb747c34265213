/** Calendar days, each at the start of the local day. `to` is absent while only the first day has been chosen. */
export interface DayRange {
  from: Date;
  to?: Date;
}

/** What forms need to know of chosen days. It comes with the calendar, so that a first load has none of it. */
export interface ChosenDays extends DayRange {
  text: string;
  /** As long as the last day is not chosen there are none. */
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

/** The first and the last instant of the range, in milliseconds: both days count whole, however long they are. */
export function instantsOf({ from, to }: Required<DayRange>): { from: number; to: number } {
  const first = new Date(from.getFullYear(), from.getMonth(), from.getDate());
  const next = new Date(to.getFullYear(), to.getMonth(), to.getDate() + 1);
  return { from: first.getTime(), to: next.getTime() - 1 };
}

/** The range in words, as short as the person's language has it. */
export function rangeText({ from, to }: DayRange, locale?: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  return to === undefined ? format.format(from) : format.formatRange(from, to);
}

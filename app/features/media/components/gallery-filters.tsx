import { CalendarDays, Heart, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';

import { Button } from '~/ui/button';
import { instantsOf, rangeText, type DayRange } from '~/ui/date-range';
import { DateRangeCalendar } from '~/ui/date-range-calendar';

import type { GalleryFilter } from '../gallery-list';

interface GalleryFiltersProps {
  filter: GalleryFilter;
  onChange: (filter: GalleryFilter) => void;
  range: DayRange | undefined;
  onRange: (range: DayRange | undefined) => void;
}

/** Favourites only, and a range of days. */
export function GalleryFilters({ filter, onChange, range, onRange }: GalleryFiltersProps) {
  const [calendar, setCalendar] = useState(false);
  const panel = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const favourite = filter.favourite === true;

  function choose(next: DayRange | undefined) {
    onRange(next);
    const to = next?.to;
    const { from: _from, to: _to, ...others } = filter;
    if (next && to) {
      const instants = instantsOf({ from: next.from, to });
      const iso = (instant: number) => new Date(instant).toISOString();
      onChange({ ...others, from: iso(instants.from), to: iso(instants.to) });
      close();
    } else if (filter.from !== undefined) {
      // With one day chosen the gallery waits for the other.
      onChange(others);
    }
  }

  function close() {
    setCalendar(false);
    toggle.current?.focus();
  }

  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-pressed={favourite}
        onClick={() => {
          const { favourite: _favourite, ...others } = filter;
          onChange(favourite ? others : { ...others, favourite: true });
        }}
        className={favourite ? 'border-accent! bg-accent-soft!' : ''}
      >
        <Heart
          className={`size-4 ${favourite ? 'fill-current text-accent' : ''}`}
          aria-hidden="true"
        />
        Favourites
      </Button>
      <div className="flex @4xl:relative">
        <Button
          ref={toggle}
          variant="secondary"
          size="sm"
          aria-label={range ? `Dates: ${rangeText(range)}` : 'Dates'}
          aria-expanded={calendar}
          aria-controls={panel}
          onClick={() => setCalendar(!calendar)}
          className={`max-w-60 ${range ? 'rounded-r-none border-accent! bg-accent-soft!' : ''}`}
        >
          <CalendarDays className="size-4 shrink-0" aria-hidden="true" />
          <span className="truncate">
            {range ? `${rangeText(range)}${range.to === undefined ? ' – …' : ''}` : 'Dates'}
          </span>
        </Button>
        {range && (
          <Button
            variant="secondary"
            size="sm"
            aria-label="Clear dates"
            onClick={() => {
              choose(undefined);
              toggle.current?.focus();
            }}
            className="rounded-l-none border-l-0! border-accent! bg-accent-soft! px-2!"
          >
            <X className="size-4" aria-hidden="true" />
          </Button>
        )}
        <div id={panel} className="contents">
          {calendar && (
            // The keys come from the buttons within.
            // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <div
              role="group"
              aria-label="Date range"
              onKeyDown={(event) => {
                if (event.key !== 'Escape') return;
                event.preventDefault();
                close();
              }}
              className="absolute top-full left-5 z-20 mt-1.5 w-76 max-w-[calc(100%-2.5rem)] rounded-lg sm:left-8 @4xl:right-0 @4xl:left-auto @4xl:max-w-none border bg-raised p-2 shadow-overlay"
            >
              <DateRangeCalendar range={range} onChange={choose} onClose={close} />
            </div>
          )}
        </div>
      </div>
    </>
  );
}

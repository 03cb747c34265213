import { CalendarDays } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';

import { Button } from '~/ui/button';
import type { ChosenDays } from '~/ui/dates/date-range-window';
import { DateRangeCalendar } from '~/ui/dates/date-range-calendar';
import { Search, X } from '~/ui/display/shared-icons';
import { isComposing } from '~/ui/keyboard';

import type { ConversationFilter } from '../conversation-list';

/** The list waits for a pause of this length in the typing. */
const PAUSE_MS = 150;
const MAX_TEXT = 200;

interface ConversationSearchProps {
  filter: ConversationFilter;
  onChange: (filter: ConversationFilter) => void;
}

/** The sidebar's search: a text, and a range of days. */
export function ConversationSearch({ filter, onChange }: ConversationSearchProps) {
  const [typed, setTyped] = useState(filter.text);
  const [range, setRange] = useState<ChosenDays>();
  const [calendar, setCalendar] = useState(false);
  const panel = useId();
  const root = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);

  const text = typed.trim();
  useEffect(() => {
    if (text === filter.text) return;
    const timer = setTimeout(() => onChange({ ...filter, text }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, filter, onChange]);

  function close() {
    setCalendar(false);
    toggle.current?.focus();
  }

  function choose(next: ChosenDays | undefined) {
    setRange(next);
    // With only one of the days set, the list waits for the other.
    const instants = next?.instants ?? null;
    if (instants !== null || filter.range !== null) onChange({ text, range: instants });
  }

  return (
    <search ref={root} className="block">
      <div className="flex gap-1.5">
        <div className="relative min-w-0 flex-1">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
          />
          <input
            type="search"
            aria-label="Search conversations"
            placeholder="Search"
            autoComplete="off"
            maxLength={MAX_TEXT}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || typed === '' || isComposing(event)) return;
              // The first Escape empties the field, the second one closes the drawer.
              event.preventDefault();
              setTyped('');
            }}
            className="block h-10 w-full rounded-md border border-border-strong/60 bg-field pr-2 pl-9 text-sm placeholder:text-muted hover:border-border-strong focus:border-ring touch:h-11"
          />
        </div>
        <Button
          ref={toggle}
          variant="secondary"
          size="icon"
          aria-label="Filter by date"
          aria-expanded={calendar}
          aria-controls={panel}
          onClick={() => setCalendar(!calendar)}
          className={`size-10 touch:size-11 ${range ? 'text-accent' : ''}`}
        >
          <CalendarDays className="size-4" aria-hidden="true" />
        </Button>
      </div>
      <div id={panel}>
        {calendar && (
          <div
            role="group"
            aria-label="Date range"
            className="mt-2 rounded-lg border bg-raised p-2"
          >
            <DateRangeCalendar range={range} onChange={choose} within={root} onClose={close} />
          </div>
        )}
      </div>
      {range && (
        <p className="mt-2 flex items-center gap-1 rounded-md bg-accent-soft py-0.5 pr-1 pl-3 text-sm">
          <span role="status" className="min-w-0 flex-1 truncate">
            {range.text}
            {range.instants === null && ' – …'}
          </span>
          <button
            type="button"
            aria-label="Clear date range"
            onClick={() => choose(undefined)}
            className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-text touch:size-11"
          >
            <X className="size-4" aria-hidden="true" />
          </button>
        </p>
      )}
    </search>
  );
}

import { CalendarRange, ChevronDown, Heart } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';

import { Button, buttonClass } from '~/ui/button';
import { DateRangeCalendar } from '~/ui/dates/date-range-calendar';
import type { ChosenDays } from '~/ui/dates/date-range-window';
import { X } from '~/ui/display/shared-icons';
import { Menu } from '~/ui/overlays/menu';
import type { MenuEntry } from '~/ui/overlays/menu-window';

import { type GalleryFilter, withDates, withFavorite, withMade } from '../gallery-list';
import type { LoraView } from '../../media';
import { requestReadyLoras } from '../../media-requests';

interface GalleryFiltersProps {
  /** The gallery shows more than one kind. */
  isMixed: boolean;
  filter: GalleryFilter;
  onChange: (filter: GalleryFilter) => void;
  range: ChosenDays | undefined;
  onRange: (range: ChosenDays | undefined) => void;
}

/** Filters by favorites, by kind or LoRA, and by days. */
export function GalleryFilters({ isMixed, filter, onChange, range, onRange }: GalleryFiltersProps) {
  const [calendar, setCalendar] = useState(false);
  const panel = useId();
  const root = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const favorite = filter.favourite === true;

  useEffect(() => {
    if (!calendar) return;
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) setCalendar(false);
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [calendar]);

  function choose(next: ChosenDays | undefined) {
    onRange(next);
    if (next?.instants) {
      const iso = (instant: number) => new Date(instant).toISOString();
      const { from, to } = next.instants;
      onChange(withDates(filter, { from: iso(from), to: iso(to) }));
      close();
    } else if (filter.from !== undefined) {
      // With only one day chosen, the gallery waits for the other.
      onChange(withDates(filter, null));
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
        aria-pressed={favorite}
        onClick={() => onChange(withFavorite(filter, !favorite))}
        className={favorite ? 'border-accent! bg-accent-soft!' : ''}
      >
        <Heart
          className={`size-4 ${favorite ? 'fill-current text-accent' : ''}`}
          aria-hidden="true"
        />
        <span className="touch:sr-only @4xl:@max-6xl:sr-only">Favorites</span>
      </Button>
      {isMixed && <MediaFilter filter={filter} onChange={onChange} />}
      <div ref={root} className="flex @4xl:relative">
        <Button
          ref={toggle}
          variant="secondary"
          size="sm"
          aria-label={range ? `Dates: ${range.text}` : 'Dates'}
          aria-expanded={calendar}
          aria-controls={panel}
          onClick={() => setCalendar(!calendar)}
          className={`max-w-60 ${range ? 'rounded-r-none border-accent! bg-accent-soft!' : ''}`}
        >
          <CalendarRange className="size-4 shrink-0" aria-hidden="true" />
          <span className="truncate">
            {range ? `${range.text}${range.instants === null ? ' – …' : ''}` : 'Dates'}
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
            <div
              role="group"
              aria-label="Date range"
              className="absolute top-full left-5 z-20 mt-1.5 w-76 max-w-[calc(100%-2.5rem)] animate-rise-in rounded-lg border bg-raised p-2 shadow-overlay sm:left-8 @4xl:right-0 @4xl:left-auto @4xl:max-w-none"
            >
              <DateRangeCalendar range={range} onChange={choose} within={root} onClose={close} />
            </div>
          )}
        </div>
      </div>
    </>
  );
}

interface MediaFilterProps {
  filter: GalleryFilter;
  onChange: (filter: GalleryFilter) => void;
}

/** Filters by images, by videos, or by a LoRA. */
function MediaFilter({ filter, onChange }: MediaFilterProps) {
  const [loras, setLoras] = useState<readonly LoraView[]>([]);
  const requested = useRef(false);
  const { kind, loraId } = filter;

  /** Loads the LoRAs as soon as the pointer or the focus reaches the menu. */
  function load() {
    if (requested.current) return;
    requested.current = true;
    requestReadyLoras().then(setLoras, () => {
      // The other choices still work, and the next time tries again.
      requested.current = false;
    });
  }

  const choice = (
    label: string,
    checked: boolean,
    made: Parameters<typeof withMade>[1],
  ): MenuEntry => ({
    kind: 'choice',
    label,
    checked,
    onSelect: () => onChange(withMade(filter, made)),
  });
  const entries: MenuEntry[] = [
    choice('Everything', kind === undefined && loraId === undefined, {}),
    choice('Images', kind === 'image', { kind: 'image' }),
    choice('Videos', kind === 'video', { kind: 'video' }),
    ...(loras.length > 0 ? [{ kind: 'separator' } as const] : []),
    ...loras.map(({ id, name }) => choice(`Made with ${name}`, loraId === id, { loraId: id })),
  ];
  const chosen = entries.find((entry) => entry.kind === 'choice' && entry.checked);
  const text = chosen?.kind === 'choice' ? chosen.label : 'Made with a LoRA';
  const isSet = kind !== undefined || loraId !== undefined;
  return (
    <span onPointerEnter={load} onFocus={load} className="inline-flex min-w-0">
      <Menu
        label={`Show: ${text}`}
        entries={entries}
        className={`${buttonClass({ variant: 'secondary', size: 'sm' })} max-w-52 ${isSet ? 'border-accent! bg-accent-soft!' : ''}`}
      >
        <span className="truncate">{text}</span>
        <ChevronDown className="size-4 shrink-0" aria-hidden="true" />
      </Menu>
    </span>
  );
}

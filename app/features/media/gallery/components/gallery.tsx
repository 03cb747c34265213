import { SquareCheckBig } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';

import { Button } from '~/ui/button';
import type { ChosenDays } from '~/ui/dates/date-range-window';

import { IMAGES, type MediaNoun } from '../../media-text';
import type { ItemView } from '../../media';
import type { Gallery as GalleryState } from '../use-gallery';
import { GalleryFilters } from './gallery-filters';
import { GalleryGrid } from './gallery-grid';
import { GallerySelection } from './gallery-selection';

interface GalleryProps {
  gallery: GalleryState;
  heading: RefObject<HTMLHeadingElement>;
  /** What goes on, above the images. */
  jobs: ReactNode;
  busy: boolean;
  focusOn: { id: string } | null;
  onOpen: (item: ItemView) => void;
  /** What it is a gallery of. */
  noun: MediaNoun;
  /** Shown before there is anything. */
  empty: ReactNode;
}

/** What goes on, and all images: to be narrowed down, opened, and chosen. */
export function Gallery({
  gallery,
  heading,
  jobs,
  busy,
  focusOn,
  onOpen,
  noun,
  empty,
}: GalleryProps) {
  const { list, filter, failed, narrowed } = gallery;
  const [range, setRange] = useState<ChosenDays>();
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [deleting, setDeleting] = useState(false);
  const select = useRef<HTMLButtonElement>(null);
  const last = useRef<string | null>(null);
  const items = list?.items;
  const there = (items ?? []).filter(({ id }) => chosen?.has(id));
  const latest = useRef({ items: items ?? [], gallery, onOpen });
  useEffect(() => {
    latest.current = { items: items ?? [], gallery, onOpen };
  });

  const on = useMemo(
    () => ({
      open: (item: ItemView) => latest.current.onOpen(item),
      favourite: (item: ItemView, favorite: boolean) =>
        void latest.current.gallery.favourite(item, favorite),
      toggle(item: ItemView, upTo: boolean) {
        const ids = latest.current.items.map(({ id }) => id);
        const [from, to] = [ids.indexOf(last.current ?? ''), ids.indexOf(item.id)].sort(
          (a, b) => a - b,
        ) as [number, number];
        last.current = item.id;
        setChosen((old) => {
          const next = new Set(old);
          if (upTo && from >= 0) for (const id of ids.slice(from, to + 1)) next.add(id);
          else if (!next.delete(item.id)) next.add(item.id);
          return next;
        });
      },
    }),
    [],
  );

  function endSelection() {
    setChosen(null);
    last.current = null;
    requestAnimationFrame(() => (select.current ?? heading.current)?.focus());
  }

  async function removeChosen() {
    setDeleting(true);
    const done = await gallery.remove(there);
    setDeleting(false);
    if (done) endSelection();
  }

  const isEmpty = items?.length === 0;
  const nothingYet = isEmpty && !narrowed;
  return (
    <>
      <div className="sticky top-14 z-10 -mx-5 bg-surface px-5 py-3 sm:-mx-8 sm:px-8">
        {chosen === null ? (
          <div className="flex flex-wrap items-center gap-2">
            <h2
              ref={heading}
              tabIndex={-1}
              className="sr-only font-display text-xl font-semibold tracking-tight outline-none @4xl:not-sr-only @4xl:mr-auto!"
            >
              Your {noun.many}
            </h2>
            {!nothingYet && (
              <>
                <GalleryFilters
                  isMixed={noun === IMAGES}
                  filter={filter}
                  onChange={gallery.setFilter}
                  range={range}
                  onRange={setRange}
                />
                <Button
                  ref={select}
                  variant="secondary"
                  size="sm"
                  disabled={!items || isEmpty}
                  onClick={() => setChosen(new Set())}
                >
                  <SquareCheckBig className="size-4" aria-hidden="true" />
                  Select
                </Button>
              </>
            )}
          </div>
        ) : (
          <>
            <h2 ref={heading} tabIndex={-1} className="sr-only">
              Your {noun.many}
            </h2>
            <GallerySelection
              count={there.length}
              noun={noun}
              pending={deleting}
              onAll={() => setChosen(new Set(items?.map(({ id }) => id)))}
              onDelete={() => void removeChosen()}
              onDone={endSelection}
            />
          </>
        )}
      </div>
      {jobs}
      {items === undefined ? (
        failed ? (
          <Failed noun={noun} onRetry={gallery.loadMore} />
        ) : (
          <Waiting noun={noun} />
        )
      ) : nothingYet ? (
        !busy && empty
      ) : isEmpty ? (
        <div className="rounded-xl border border-dashed px-6 py-10 text-center">
          <h3 className="font-display text-xl font-semibold">No {noun.one} is like that</h3>
          <p className="mt-2 text-sm text-muted">
            None of your {noun.many} fits what you chose above.
          </p>
          <Button
            variant="secondary"
            className="mt-5"
            onClick={() => {
              setRange(undefined);
              gallery.setFilter({});
              requestAnimationFrame(() => heading.current?.focus());
            }}
          >
            Show all {noun.many}
          </Button>
        </div>
      ) : (
        <>
          <GalleryGrid
            items={items}
            selecting={chosen !== null}
            selected={chosen ?? NONE}
            on={on}
            focusOn={focusOn}
            onNearEnd={() => {
              if (!failed) gallery.loadMore();
            }}
          />
          {list?.cursor != null &&
            (failed ? <Failed noun={noun} onRetry={gallery.loadMore} /> : <Waiting noun={noun} />)}
        </>
      )}
    </>
  );
}

const NONE: ReadonlySet<string> = new Set();

function Failed({ noun, onRetry }: { noun: MediaNoun; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-danger/40 bg-danger-soft px-4 py-3 text-sm text-danger"
    >
      <p className="min-w-40 flex-1">Your {noun.many} could not be loaded.</p>
      <Button variant="secondary" size="sm" onClick={onRetry} className="text-text">
        Try again
      </Button>
    </div>
  );
}

/** Where they will be. */
function Waiting({ noun }: { noun: MediaNoun }) {
  return (
    <div role="status" className="mt-2">
      <span className="sr-only">Loading {noun.many}…</span>
      <div aria-hidden="true" className="flex h-40 gap-2">
        {['w-1/3', 'w-1/4', 'flex-1'].map((width) => (
          <span key={width} className={`relative overflow-hidden rounded-md bg-sunken ${width}`}>
            <span className="absolute inset-0 animate-shimmer bg-linear-to-r from-transparent via-hover to-transparent" />
          </span>
        ))}
      </div>
    </div>
  );
}

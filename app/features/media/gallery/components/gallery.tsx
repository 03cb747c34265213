import { SquareCheckBig, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';

import { formatNumber } from '~/lib/format/numbers';
import { Button } from '~/ui/button';
import type { ChosenDays } from '~/ui/dates/date-range-window';
import { Skeleton } from '~/ui/feedback/skeleton';

import { IMAGES, type MediaNoun } from '../../media-text';
import type { ItemView } from '../../media';
import type { Gallery as GalleryState } from '../use-gallery';
import { GalleryFilters } from './gallery-filters';
import { GalleryGrid } from './gallery-grid';
import { LoadFailed } from '../../studio/components/load-failed';

interface GalleryProps {
  gallery: GalleryState;
  heading: RefObject<HTMLHeadingElement>;
  /** Jobs that wait or run, above the items. */
  jobs: ReactNode;
  busy: boolean;
  focusOn: { id: string } | null;
  onOpen: (item: ItemView) => void;
  noun: MediaNoun;
  /** Shown before the first item. */
  empty: ReactNode;
}

/** The jobs and all items, which can be filtered, opened, and selected. */
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
  const { list, filter, failed, isFiltered } = gallery;
  const [range, setRange] = useState<ChosenDays>();
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [deleting, setDeleting] = useState(false);
  const select = useRef<HTMLButtonElement>(null);
  const last = useRef<string | null>(null);
  const items = list?.items;
  const selected = (items ?? []).filter(({ id }) => chosen?.has(id));
  const latest = useRef({ items: items ?? [], gallery, onOpen });
  useEffect(() => {
    latest.current = { items: items ?? [], gallery, onOpen };
  });

  const on = useMemo(
    () => ({
      open: (item: ItemView) => latest.current.onOpen(item),
      favorite: (item: ItemView, favorite: boolean) =>
        void latest.current.gallery.favorite(item, favorite),
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
    const done = await gallery.remove(selected);
    setDeleting(false);
    if (done) endSelection();
  }

  const loadFailed = (
    <div className="mt-4">
      <LoadFailed text={`Your ${noun.many} couldn’t be loaded.`} onRetry={gallery.loadMore} />
    </div>
  );
  const isEmpty = items?.length === 0;
  const nothingYet = isEmpty && !isFiltered;
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
                  <span className="touch:sr-only">Select</span>
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
              count={selected.length}
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
          loadFailed
        ) : (
          <Waiting noun={noun} />
        )
      ) : nothingYet ? (
        !busy && empty
      ) : isEmpty ? (
        <div className="rounded-xl border border-dashed px-6 py-10 text-center">
          <h3 className="font-display text-xl font-semibold">No matching {noun.many}</h3>
          <p className="mt-2 text-sm text-muted">Clear the filters to see everything.</p>
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
          {list?.cursor != null && (failed ? loadFailed : <Waiting noun={noun} />)}
        </>
      )}
    </>
  );
}

const NONE: ReadonlySet<string> = new Set();

interface GallerySelectionProps {
  count: number;
  noun: MediaNoun;
  pending: boolean;
  onAll: () => void;
  onDelete: () => void;
  onDone: () => void;
}

/** How many items are selected, and what can be done with them. */
function GallerySelection({
  count,
  noun,
  pending,
  onAll,
  onDelete,
  onDone,
}: GallerySelectionProps) {
  const all = useRef<HTMLButtonElement>(null);
  useEffect(() => all.current?.focus({ preventScroll: true }), []);
  return (
    <div
      role="group"
      aria-label={`Selected ${noun.many}`}
      className="-my-1.5 flex w-full items-center gap-1 rounded-lg border bg-raised p-1.5 shadow-raised"
    >
      <p role="status" className="min-w-0 flex-1 truncate pl-2 text-sm font-medium tabular-nums">
        {formatNumber(count)} selected
      </p>
      <Button ref={all} variant="ghost" size="sm" onClick={onAll}>
        Select all
      </Button>
      <Button
        variant="danger"
        size="sm"
        disabled={count === 0}
        pending={pending}
        onClick={onDelete}
      >
        <Trash2 className="size-4" aria-hidden="true" />
        <span className="touch:sr-only">Delete</span>
      </Button>
      <Button variant="secondary" size="sm" onClick={onDone}>
        Done
      </Button>
    </div>
  );
}

/** In place of the items until they are loaded. */
function Waiting({ noun }: { noun: MediaNoun }) {
  return (
    <div role="status" className="mt-2">
      <span className="sr-only">Loading {noun.many}…</span>
      <div aria-hidden="true" className="flex h-40 gap-2">
        {['w-1/3', 'w-1/4', 'flex-1'].map((width) => (
          <Skeleton key={width} className={width} />
        ))}
      </div>
    </div>
  );
}

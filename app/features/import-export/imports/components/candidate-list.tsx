import { useCallback, type KeyboardEvent } from 'react';

import { client } from '~/http/client';
import { formatShortDay } from '~/lib/format/dates';
import { formatCount } from '~/lib/format/numbers';
import { SkeletonList } from '~/ui/feedback/skeleton';
import { WindowedList } from '~/ui/display/windowed-list';

import { canChoose, isChosen, toggled, type Choice } from '../choice';
import type { ImportsApi } from '../routes/imports';
import { pageTexts } from '../../page/texts';
import type { ImportCandidate, CandidateStatus } from '../../page/import-export';
import { useEnd, usePages } from '../../page/use-lists';
import { LoadFailure } from '../../page/components/card';

const api = client<ImportsApi>();

const ROW_REM = 3.5;
const heightOf = () => ROW_REM;
const keyOf = ({ index }: ImportCandidate) => String(index);

const STANDING: Record<CandidateStatus, string | null> = {
  fresh: null,
  grown: 'New messages',
  known: 'Already imported',
  unreadable: 'Unreadable',
};

/** The conversations of an export to choose from. For the keyboard it is one tab stop; arrow keys move in it. */
export function CandidateList({
  id,
  hintId,
  choice,
  onChange,
}: {
  id: string;
  /** Of the element that explains the keys. */
  hintId: string;
  choice: Choice;
  onChange: (choice: Choice) => void;
}) {
  const load = useCallback(
    (cursor: string | null, signal: AbortSignal) => {
      const search = { cursor: cursor ?? undefined };
      return api.get('/api/imports/:id/candidates', { params: { id }, search, signal });
    },
    [id],
  );
  const pages = usePages(load);
  const end = useEnd(pages);
  if (pages.items === null && !pages.failed) {
    return (
      <div className="p-3">
        <SkeletonList label="Loading conversations…" count={4} shape="h-10" className="space-y-4" />
      </div>
    );
  }
  return (
    // Its keys move among the checkboxes in it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-label="Conversations in this export"
      aria-describedby={hintId}
      // With thousands of checkboxes, what comes after the list must still be one Tab away.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={moveWithArrows}
      className="max-h-[26rem] overflow-y-auto overscroll-contain"
    >
      {pages.items && (
        <WindowedList
          items={pages.items}
          keyOf={keyOf}
          heightOf={heightOf}
          size={pages.hasMore ? null : pages.items.length}
        >
          {(candidate) => (
            <Row
              candidate={candidate}
              chosen={canChoose(candidate) && isChosen(choice, candidate.index)}
              onToggle={() => onChange(toggled(choice, candidate.index))}
            />
          )}
        </WindowedList>
      )}
      {pages.failed && (
        <div className="py-2">
          <LoadFailure text={pageTexts.listFailed} onRetry={pages.more} />
        </div>
      )}
      {pages.hasMore && !pages.failed && (
        <div ref={end} className="p-3">
          <SkeletonList label="Loading more…" count={1} shape="h-10" />
        </div>
      )}
    </div>
  );
}

/** Moves to the next checkbox that is enabled; when none is rendered, the list scrolls as usual. */
function moveWithArrows(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const list = event.currentTarget;
  const boxes = [...list.querySelectorAll<HTMLInputElement>('input:enabled')];
  const at = boxes.findIndex((box) => box === document.activeElement);
  const { top, bottom } = list.getBoundingClientRect();
  const next =
    at === -1
      ? boxes.find((box) => {
          const place = box.getBoundingClientRect();
          return place.top >= top && place.bottom <= bottom;
        })
      : boxes[event.key === 'ArrowDown' ? at + 1 : at - 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function Row({
  candidate,
  chosen,
  onToggle,
}: {
  candidate: ImportCandidate;
  chosen: boolean;
  onToggle: () => void;
}) {
  const { title, createdAt, messages, standing } = candidate;
  const can = canChoose(candidate);
  const mark = STANDING[standing];
  return (
    <label
      className={`flex h-full items-center gap-3 rounded-md px-3 transition-colors ${can ? 'hover:bg-hover' : ''}`}
    >
      <input
        type="checkbox"
        tabIndex={-1}
        checked={chosen}
        disabled={!can}
        onChange={onToggle}
        className="size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0 flex-1">
        <span className={`block truncate text-sm ${can ? 'font-medium' : 'text-muted'}`}>
          {title}
        </span>
        <span className="block truncate text-xs text-muted">
          {mark !== null && (
            <span className={`sm:hidden ${standing === 'unreadable' ? 'text-danger' : ''}`}>
              {mark} ·{' '}
            </span>
          )}
          {[createdAt === null ? null : formatShortDay(createdAt), formatCount(messages, 'message')]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      {mark !== null && (
        <span
          className={`shrink-0 rounded-full border px-2 text-[0.6875rem] leading-5 max-sm:hidden ${standing === 'unreadable' ? 'border-danger/40 text-danger' : 'text-muted'}`}
        >
          {mark}
        </span>
      )}
    </label>
  );
}

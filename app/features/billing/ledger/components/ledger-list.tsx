import { useEffect, useId, useRef, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { formatMoment } from '~/lib/format/dates';
import { formatCount, formatNumber } from '~/lib/format/numbers';
import { Button, buttonClass } from '~/ui/button';
import { addressOf, client, refusalText } from '~/http/client';
import { Download } from '~/ui/display/shared-icons';

import {
  changeOf,
  changeText,
  entryText,
  filterSearch,
  KIND_NAMES,
  LEDGER_KINDS,
  NO_FILTER,
  type EntryView,
  type LedgerFilter,
  type LedgerFilterKind,
  type LedgerPage,
} from '../entry';
import type { LedgerApi } from '../routes/ledger';

const api = client<LedgerApi>();
const LOAD_FAILED = 'Your activity couldn’t be loaded. Try again.';
const CONTROL =
  'mt-1 block h-10 w-full rounded-md border border-border-strong bg-field px-3 text-sm touch:h-11';

interface LedgerListProps {
  /** The newest entries, without a filter. */
  first: LedgerPage;
  zone: string;
  metered: boolean;
}

/** The ledger with filters by kind and day, in pages, and as a file to download. */
export function LedgerList({ first, zone, metered }: LedgerListProps) {
  const id = useId();
  const [filter, setFilter] = useState(NO_FILTER);
  const [page, setPage] = useState(first);
  const [known, setKnown] = useState(first);
  const [loading, setLoading] = useState(false);
  const [failed, setFailed] = useState(false);
  const request = useRef(new AbortController());
  const isFiltered = filter !== NO_FILTER;
  // The page's data were loaded again.
  if (known !== first) {
    setKnown(first);
    if (!isFiltered) setPage(first);
  }
  useEffect(() => () => request.current.abort(), []);

  async function load(next: LedgerFilter, before: string | null) {
    request.current.abort();
    const current = (request.current = new AbortController());
    setLoading(true);
    setFailed(false);
    const search = filterSearch(next);
    if (before !== null) search.set('before', before);
    try {
      const { signal } = current;
      const loaded = await api.get('/api/billing/ledger', { search, signal });
      setPage((old) =>
        before === null ? loaded : { ...loaded, entries: [...old.entries, ...loaded.entries] },
      );
    } catch (error) {
      if (current.signal.aborted) return;
      setFailed(true);
      showFailure(error, refusalText(error, LOAD_FAILED));
    }
    if (request.current === current) setLoading(false);
  }

  function change(part: Partial<LedgerFilter>) {
    const next = { ...filter, ...part };
    const isEmpty = next.kind === null && next.from === null && next.to === null;
    setFilter(isEmpty ? NO_FILTER : next);
    void load(next, null);
  }

  return (
    <>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)_auto] sm:items-end">
        <div className="text-sm max-sm:col-span-2">
          <label htmlFor={`${id}-kind`} className="font-medium">
            Type
          </label>
          <select
            id={`${id}-kind`}
            value={filter.kind ?? ''}
            onChange={({ target }) =>
              change({ kind: (target.value || null) as LedgerFilterKind | null })
            }
            className={CONTROL}
          >
            <option value="">All</option>
            {LEDGER_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {KIND_NAMES[kind]}
              </option>
            ))}
          </select>
        </div>
        <div className="text-sm">
          <label htmlFor={`${id}-from`} className="font-medium">
            From
          </label>
          <input
            id={`${id}-from`}
            type="date"
            value={filter.from ?? ''}
            max={filter.to ?? undefined}
            onChange={({ target }) => change({ from: target.value || null })}
            className={CONTROL}
          />
        </div>
        <div className="text-sm">
          <label htmlFor={`${id}-to`} className="font-medium">
            To
          </label>
          <input
            id={`${id}-to`}
            type="date"
            value={filter.to ?? ''}
            min={filter.from ?? undefined}
            onChange={({ target }) => change({ to: target.value || null })}
            className={CONTROL}
          />
        </div>
        <a
          href={addressOf('/api/billing/ledger.csv', { search: filterSearch(filter) })}
          download="tokens.csv"
          className={`${buttonClass({ variant: 'secondary' })} max-sm:col-span-2`}
        >
          <Download className="size-4" aria-hidden="true" />
          Download CSV
        </a>
      </div>
      <p role="status" className="sr-only">
        {loading
          ? 'Loading activity'
          : `${formatCount(page.entries.length, 'entry', 'entries')} shown`}
      </p>
      {page.entries.length === 0 ? (
        <p className="mt-4 rounded-lg border border-dashed px-4 py-8 text-center text-muted">
          {isFiltered
            ? 'No activity matches these filters.'
            : 'No activity yet. Every answer, text, image, and video that you create shows up here.'}
        </p>
      ) : (
        <ul
          aria-label="Activity"
          className={`mt-4 divide-y border-y ${loading ? 'opacity-60' : ''}`}
        >
          {page.entries.map((entry) => (
            <Entry key={entry.id} entry={entry} zone={zone} metered={metered} />
          ))}
        </ul>
      )}
      {(page.cursor !== null || failed) && (
        <div className="mt-4 flex justify-center">
          <Button
            variant="secondary"
            pending={loading}
            onClick={() => void load(filter, failed ? null : page.cursor)}
          >
            {failed ? 'Try again' : 'Show more'}
          </Button>
        </div>
      )}
    </>
  );
}

function Entry({ entry, zone, metered }: { entry: EntryView; zone: string; metered: boolean }) {
  const change = changeOf(entry.change);
  const use = entry.kind === 'use';
  return (
    <li className="flex items-baseline justify-between gap-4 py-2.5 text-sm">
      <span className="min-w-0">
        <span className="block font-medium">{entryText(entry)}</span>
        <time dateTime={entry.at} className="block text-muted">
          {formatMoment(entry.at, zone)}
        </time>
      </span>
      <span className="shrink-0 text-right tabular-nums">
        <span className={`block ${change > 0 ? 'font-medium text-success' : ''}`}>
          {use && !metered ? `${formatNumber(entry.tokens)} used` : changeText(change)}
        </span>
        {use && metered && -change !== entry.tokens && (
          <span className="block text-muted">of {formatNumber(entry.tokens)} used</span>
        )}
      </span>
    </li>
  );
}

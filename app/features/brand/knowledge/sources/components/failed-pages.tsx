import { useEffect, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { formatCount } from '~/lib/format/numbers';
import { Button } from '~/ui/button';
import { SkeletonList } from '~/ui/feedback/skeleton';

import type { SourcePageView, SourceView } from '../source';
import { sourceTexts } from '../texts';
import { requestFailedPages } from '../use-sources';

/** The pages of a website that couldn't be read, each with its reason, loaded when they are opened. */
export function FailedPages({ source }: { source: SourceView }) {
  const [open, setOpen] = useState(false);
  const { failed, kind } = source;
  if (failed === 0 || kind !== 'website') return null;
  return (
    <details
      className="mt-1.5 text-sm"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="inline-flex cursor-pointer items-center rounded-sm text-muted underline underline-offset-2 hover:text-text touch:min-h-11">
        Details: {formatCount(failed, 'page')} not read
      </summary>
      {open && <FailedList key={`${source.done} ${failed}`} source={source} />}
    </details>
  );
}

function FailedList({ source }: { source: SourceView }) {
  const [items, setItems] = useState<readonly SourcePageView[] | null>(null);
  const [next, setNext] = useState<number | null>(-1);
  const [failed, setFailed] = useState(false);
  const [wanted, setWanted] = useState(-1);

  useEffect(() => {
    let current = true;
    requestFailedPages(source, wanted).then(
      (pages) => {
        if (!current) return;
        setItems((old) => [...(wanted === -1 ? [] : (old ?? [])), ...pages.items]);
        setNext(pages.next);
        setFailed(false);
      },
      (error: unknown) => {
        if (!current) return;
        setFailed(true);
        showFailure(error, sourceTexts.loadFailed);
      },
    );
    return () => {
      current = false;
    };
    // Live progress replaces the source, whose failed pages are asked for once.
    // oxlint-disable-next-line react/exhaustive-deps -- only the ids of the source matter
  }, [source.id, source.profileId, wanted]);

  if (items === null)
    return failed ? null : (
      <SkeletonList label="Loading pages…" count={2} shape="h-9" className="mt-2 space-y-2" />
    );
  return (
    <div className="mt-2 space-y-2">
      <ul className="space-y-1.5 border-l-2 pl-3">
        {items.map(({ id, address, problem }) => (
          <li key={id}>
            <p className="wrap-anywhere">{shortAddress(address)}</p>
            <p className="text-muted">{problem}</p>
          </li>
        ))}
      </ul>
      {next !== null && next !== -1 && (
        <Button variant="ghost" size="sm" onClick={() => setWanted(next)}>
          Show more
        </Button>
      )}
    </div>
  );
}

/** A page's address without what all pages of its website share. */
export function shortAddress(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  const path = url.pathname + url.search;
  return path === '/' ? url.host : path;
}

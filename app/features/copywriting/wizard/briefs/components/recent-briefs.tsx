import { Link } from '@remix-run/react';
import { Layers, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { onEvent } from '~/engine/events';
import { showFailure } from '~/features/accounts';
import { client } from '~/http/client';
import { Button } from '~/ui/button';
import { ConfirmDialog } from '~/ui/overlays/confirm-dialog';
import { LocalDay } from '~/ui/dates/local-time';
import { PenLine } from '~/ui/display/shared-icons';
import { DemoLabel } from '~/ui/feedback/demo';
import { toastSuccess } from '~/ui/feedback/toast';
import { useReload } from '~/ui/use-reload';

import { categoryName } from '../../../formats/categories';
import { addressOf, type ContentItem } from '../../../library/content/content';
import type { BriefsApi } from '../../routes/briefs';
import { briefTexts } from '../../texts';
import { contentsWords } from '../../variants/variant';
import { briefAddress, type BriefItem, type BriefList } from '../brief';

const api = client<BriefsApi>();

/** The latest briefs, newest first; older ones load on request. */
export function RecentBriefs({ first }: { first: BriefList }) {
  const reload = useReload();
  const [from, setFrom] = useState(first);
  const [list, setList] = useState(first);
  const [loading, setLoading] = useState(false);
  const [deletingItem, setDeletingItem] = useState<BriefItem | null>(null);
  const [deleting, setDeleting] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  if (from !== first) {
    setFrom(first);
    setList(first);
  }
  const remove = (id: string) =>
    setList((old) => ({ ...old, items: old.items.filter((item) => item.id !== id) }));
  useEffect(
    () =>
      onEvent('brief', (data) => {
        const { type, id } = data;
        if (type === 'removed') remove(id);
        if (type === 'created') reload();
      }),
    [reload],
  );

  function loadMore(cursor: string) {
    setLoading(true);
    api
      .get('/api/briefs', { search: { before: cursor } })
      .then(
        (page) =>
          setList((old) => {
            if (old.cursor !== cursor) return old;
            const known = new Set(old.items.map(({ id }) => id));
            const fresh = page.items.filter(({ id }) => !known.has(id));
            return { items: [...old.items, ...fresh], cursor: page.cursor };
          }),
        (error: unknown) => showFailure(error, briefTexts.listFailed),
      )
      .finally(() => setLoading(false));
  }

  async function confirmed({ id }: BriefItem) {
    setDeleting(true);
    try {
      await api.del('/api/briefs/:id', { params: { id } });
      remove(id);
      toastSuccess(briefTexts.briefDeleted);
    } catch (error) {
      showFailure(error, briefTexts.deleteFailed);
    }
    setDeleting(false);
    setDeletingItem(null);
  }

  if (list.items.length === 0 && list.cursor === null) return null;
  return (
    <section aria-labelledby="recent-briefs">
      <h2
        id="recent-briefs"
        ref={heading}
        tabIndex={-1}
        className="font-display text-xl font-semibold tracking-tight"
      >
        Recent briefs
      </h2>
      <ul className="mt-3 divide-y overflow-hidden rounded-xl border bg-surface">
        {list.items.map((item) => {
          const Icon = item.kind === 'campaign' ? Layers : PenLine;
          return (
            <li key={item.id} className="flex items-center gap-1 pr-2 hover:bg-hover">
              <Link
                to={briefAddress(item.id)}
                className="flex min-h-14 min-w-0 flex-1 items-center gap-3 py-2.5 pr-2 pl-4 -outline-offset-2"
              >
                <Icon className="size-4 shrink-0 text-muted" aria-hidden="true" />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{item.title}</span>
                  <span className="block truncate text-sm text-muted">
                    <LocalDay at={item.createdAt} /> · {contentsWords(item.kind, item.formatIds)}
                  </span>
                </span>
              </Link>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Delete the brief ${item.title}`}
                title="Delete"
                onClick={() => setDeletingItem(item)}
              >
                <Trash2 className="size-4" aria-hidden="true" />
              </Button>
            </li>
          );
        })}
      </ul>
      {list.cursor !== null && (
        <Button
          variant="ghost"
          size="sm"
          pending={loading}
          onClick={() => loadMore(list.cursor ?? '')}
          className="mt-2"
        >
          Show older briefs
        </Button>
      )}
      <ConfirmDialog
        open={deletingItem !== null}
        onOpenChange={(open) => open || setDeletingItem(null)}
        title="Delete this brief?"
        text="This deletes its variants and stops any that are still being written. Saved content stays."
        confirmLabel="Delete"
        danger
        pending={deleting}
        onConfirm={() => deletingItem && void confirmed(deletingItem)}
      />
    </section>
  );
}

/** The content that was edited last; renders nothing if there is none. */
export function RecentTexts({ items }: { items: ContentItem[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="recent-heading">
      <h2 id="recent-heading" className="font-display text-xl font-semibold tracking-tight">
        Recently edited
      </h2>
      <ul className="mt-3 divide-y overflow-hidden rounded-xl border bg-surface">
        {items.map((item) => (
          <li key={item.id}>
            <Link
              to={addressOf(item)}
              className="flex min-h-11 flex-wrap items-baseline justify-between gap-x-4 px-4 py-3 hover:bg-hover"
            >
              <span className="flex min-w-0 max-w-full items-center gap-2 font-medium">
                <span className="truncate">{item.title}</span>
                {item.demo && <DemoLabel />}
              </span>
              <span className="text-sm text-muted">
                {categoryName(item.category)} · <LocalDay at={item.updatedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

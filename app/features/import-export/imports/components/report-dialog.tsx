import { Link } from '@remix-run/react';
import { useCallback } from 'react';

import { client } from '~/http/client';
import { formatShortDay } from '~/lib/format/dates';
import { Dialog } from '~/ui/overlays/dialog';
import { SkeletonList } from '~/ui/feedback/skeleton';

import { missedText, pageTexts, resultText, sourceText } from '../../page/texts';
import type { ImportReportLine, ImportView } from '../../page/import-export';
import type { ImportsApi } from '../routes/imports';
import { useEnd, usePages } from '../../page/use-lists';
import { LoadFailure } from '../../page/components/card';

const api = client<ImportsApi>();

interface ReportDialogProps {
  view: ImportView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What an import skipped or couldn't show in full, and why. */
export function ReportDialog({ view, open, onOpenChange }: ReportDialogProps) {
  const { result, found } = view;
  const remarks = found?.remarks ?? [];
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Import report"
      description={[
        `${sourceText(view)} of ${formatShortDay(view.createdAt)}:`,
        result && resultText(result),
        missedText(view),
      ]
        .filter(Boolean)
        .join(' ')}
    >
      {remarks.length > 0 && (
        <ul
          aria-label="Notes"
          className="mb-4 list-disc space-y-1 pl-5 text-sm text-pretty wrap-anywhere marker:text-muted"
        >
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
      <Lines id={view.id} onLeave={() => onOpenChange(false)} />
    </Dialog>
  );
}

function Lines({ id, onLeave }: { id: string; onLeave: () => void }) {
  const load = useCallback(
    (cursor: string | null, signal: AbortSignal) => {
      const search = { cursor: cursor ?? undefined };
      return api.get('/api/imports/:id/report', { params: { id }, search, signal });
    },
    [id],
  );
  const pages = usePages(load);
  const end = useEnd(pages);
  const { items } = pages;
  if (items === null && !pages.failed) {
    return <SkeletonList label="Loading the report…" count={3} shape="h-10" />;
  }
  if (items?.length === 0 && !pages.hasMore) {
    return <p className="text-sm text-muted">Everything was imported in full.</p>;
  }
  return (
    <div
      role="group"
      aria-label="Report"
      // Without a link in it, the keyboard couldn't scroll it.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="-mx-2 max-h-[50dvh] overflow-y-auto overscroll-contain px-2"
    >
      <ul className="divide-y">
        {items?.map((line) => (
          <Line key={line.index} line={line} onLeave={onLeave} />
        ))}
      </ul>
      {pages.failed && <LoadFailure text={pageTexts.listFailed} onRetry={pages.more} />}
      {pages.hasMore && !pages.failed && (
        <div ref={end} className="py-3">
          <SkeletonList label="Loading more…" count={1} shape="h-10" />
        </div>
      )}
    </div>
  );
}

function Line({ line, onLeave }: { line: ImportReportLine; onLeave: () => void }) {
  const { title, conversationId, remarks } = line;
  return (
    // Of thousands of lines with different heights, only those in view are laid out.
    <li className="py-3 text-sm [contain-intrinsic-size:auto_4rem] [content-visibility:auto]">
      {conversationId === null ? (
        <p className="font-medium wrap-anywhere">{title}</p>
      ) : (
        <Link
          to={`/ai-lab/chat/${conversationId}`}
          onClick={onLeave}
          className="font-medium text-accent underline underline-offset-4 wrap-anywhere touch:-my-3 touch:inline-block touch:py-3"
        >
          {title}
        </Link>
      )}
      {remarks.map((remark) => (
        <p key={remark} className="mt-0.5 text-muted text-pretty wrap-anywhere">
          {remark}
        </p>
      ))}
    </li>
  );
}

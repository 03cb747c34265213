import { Link } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

import { formatShortDay } from '~/lib/format/dates';
import { formatCount } from '~/lib/format/numbers';
import { Button, buttonClass } from '~/ui/button';
import { ConfirmDialog } from '~/ui/overlays/confirm-dialog';
import { preloadDialog } from '~/ui/overlays/dialog';
import { ProgressBar } from '~/ui/feedback/progress';

import { hasImported } from '../import-list';
import type { ImportView } from '../../page/import-export';
import { missedText, resultText, sourceText } from '../../page/texts';
import { ReportDialog } from './report-dialog';

interface PastImportsProps {
  /** Newest first. */
  list: readonly ImportView[];
  /** The imports whose end the person saw on this page. */
  seen: ReadonlySet<string>;
  onRemove: (view: ImportView) => Promise<boolean>;
}

/** Imports that have ended, each with its report and a way to remove it. */
export function PastImports({ list, seen, onRemove }: PastImportsProps) {
  const [report, setReport] = useState<{ view: ImportView; open: boolean }>();
  const [removal, setRemoval] = useState<{ view: ImportView; open: boolean }>();
  const [pending, setPending] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  if (list.length === 0) return null;

  async function remove(view: ImportView) {
    setPending(true);
    const removed = await onRemove(view);
    setPending(false);
    setRemoval({ view, open: false });
    // Its button is about to disappear.
    if (removed) requestAnimationFrame(() => heading.current?.focus());
  }

  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className="mb-2 font-medium">
        Past imports
      </h3>
      <ul aria-label="Past imports" className="divide-y rounded-lg border bg-raised">
        {list.map((view) => (
          <PastImport
            key={view.id}
            view={view}
            fresh={seen.has(view.id)}
            onReport={() => setReport({ view, open: true })}
            onRemove={() => setRemoval({ view, open: true })}
          />
        ))}
      </ul>
      {report && (
        <ReportDialog
          view={report.view}
          open={report.open}
          onOpenChange={(open) => setReport({ ...report, open })}
        />
      )}
      {removal && (
        <ConfirmDialog
          open={removal.open}
          onOpenChange={(open) => setRemoval({ ...removal, open })}
          title="Remove this import?"
          text={removalText(removal.view)}
          confirmLabel="Remove"
          danger
          pending={pending}
          onConfirm={() => void remove(removal.view)}
        />
      )}
    </div>
  );
}

function removalText({ result }: ImportView): string {
  const number = result?.imported ?? 0;
  const what =
    number === 1
      ? 'This deletes the conversation it added, including anything you’ve written in it since.'
      : `This deletes the ${formatCount(number, 'conversation')} it added, including anything you’ve written in them since.`;
  const others = Object.values(result?.others ?? {}).some((count) => count > 0)
    ? ' Brand profiles, prompts, content, and media stay.'
    : '';
  return `${what}${others} This can’t be undone.`;
}

interface PastImportProps {
  view: ImportView;
  fresh: boolean;
  onReport: () => void;
  onRemove: () => void;
}

function PastImport({ view, fresh, onReport, onRemove }: PastImportProps) {
  const { state, result, finishedAt, createdAt } = view;
  const line = useRef<HTMLLIElement>(null);
  const ended = state !== 'removing' && state !== 'removed';
  const missed = ended ? missedText(view) : '';
  const name = `${sourceText(view)} of ${formatShortDay(createdAt)}`;
  useEffect(() => {
    // It replaces the card that the person was looking at.
    if (fresh) line.current?.scrollIntoView({ block: 'nearest' });
  }, [fresh]);
  return (
    <li ref={line} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-80">
        <p className="flex flex-wrap items-baseline gap-x-2 font-medium wrap-anywhere">
          {sourceText(view)}
          <span className="text-sm font-normal text-muted">
            {formatShortDay(finishedAt ?? createdAt)}
          </span>
        </p>
        <p
          role={fresh ? 'status' : undefined}
          className={`mt-0.5 text-sm text-pretty ${state === 'failed' ? 'text-danger' : 'text-muted'}`}
        >
          {statusText(view)}
          {missed !== '' && ` ${missed}`}
        </p>
        {state === 'removing' && (
          <div className="mt-2 max-w-xs">
            <ProgressBar label="Removing" percent={view.progress} />
          </div>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {ended && result !== null && (
          <Button
            variant="secondary"
            size="sm"
            onPointerEnter={preloadDialog}
            onFocus={preloadDialog}
            onClick={onReport}
          >
            Report<span className="sr-only"> on the {name}</span>
          </Button>
        )}
        {ended && hasImported(view) && (result?.imported ?? 0) > 0 && (
          <Button
            variant="ghost"
            size="sm"
            onPointerEnter={preloadDialog}
            onFocus={preloadDialog}
            onClick={onRemove}
          >
            Remove<span className="sr-only">: {name}</span>
          </Button>
        )}
        {fresh && ended && hasImported(view) && (
          <Link to="/ai-lab" className={buttonClass({ size: 'sm' })}>
            Go to Chat
          </Link>
        )}
      </div>
    </li>
  );
}

function statusText({ state, reason, result }: ImportView): string {
  const done = result === null ? '' : resultText(result);
  switch (state) {
    case 'failed':
      return [reason ?? 'The import failed.', done].filter(Boolean).join(' ');
    case 'canceled':
      return `Canceled. ${done}`;
    case 'removing':
      return 'Removing…';
    case 'removed':
      return 'Removed.';
    default:
      return done;
  }
}

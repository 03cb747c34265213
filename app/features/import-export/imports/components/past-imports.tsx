import { Link } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

import { formatLocalDay, formatCount } from '~/lib/format';
import { Button, buttonClass } from '~/ui/button';
import { ConfirmDialog } from '~/ui/overlays/confirm-dialog';
import { preloadDialog } from '~/ui/overlays/dialog';
import { ProgressBar } from '~/ui/feedback/progress';

import { hasBrought } from '../import-list';
import type { ImportView } from '../../page/import-export';
import { missedText, resultText, sourceText } from '../../page/import-export-text';
import { ReportDialog } from './report-dialog';

interface PastImportsProps {
  /** Newest first. */
  list: readonly ImportView[];
  /** Those whose end was waited for here. */
  seen: ReadonlySet<string>;
  onRemove: (view: ImportView) => Promise<boolean>;
}

/** What came in before, with its report; each can be removed again. */
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
    // Its button is about to go.
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
      ? 'The conversation that came in with it is deleted, with what you wrote in it since.'
      : `The ${formatCount(number, 'conversation')} that came in with it are deleted, with what you wrote in them since.`;
  const beside = Object.values(result?.others ?? {}).some((many) => many > 0)
    ? ' Profiles, prompts, texts and media that came with it stay.'
    : '';
  return `${what}${beside} This cannot be undone.`;
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
  const over = state !== 'removing' && state !== 'removed';
  const missed = over ? missedText(view) : '';
  const name = `${sourceText(view)} of ${formatLocalDay(createdAt)}`;
  useEffect(() => {
    // The card that was looked at is gone.
    if (fresh) line.current?.scrollIntoView({ block: 'nearest' });
  }, [fresh]);
  return (
    <li ref={line} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-80">
        <p className="flex flex-wrap items-baseline gap-x-2 font-medium wrap-anywhere">
          {sourceText(view)}
          <span className="text-sm font-normal text-muted">
            {formatLocalDay(finishedAt ?? createdAt)}
          </span>
        </p>
        <p
          role={fresh ? 'status' : undefined}
          className={`mt-0.5 text-sm text-pretty ${state === 'failed' ? 'text-danger' : 'text-muted'}`}
        >
          {words(view)}
          {missed !== '' && ` ${missed}`}
        </p>
        {state === 'removing' && (
          <div className="mt-2 max-w-xs">
            <ProgressBar label="Removing" percent={view.progress} />
          </div>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {over && result !== null && (
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
        {over && hasBrought(view) && (result?.imported ?? 0) > 0 && (
          <Button
            variant="ghost"
            size="sm"
            onPointerEnter={preloadDialog}
            onFocus={preloadDialog}
            onClick={onRemove}
          >
            Remove again<span className="sr-only">: {name}</span>
          </Button>
        )}
        {fresh && over && hasBrought(view) && (
          <Link to="/ai-lab" className={buttonClass({ size: 'sm' })}>
            Open the chat lab
          </Link>
        )}
      </div>
    </li>
  );
}

function words({ state, reason, result }: ImportView): string {
  const did = result === null ? '' : resultText(result);
  switch (state) {
    case 'failed':
      return [reason ?? 'The import failed.', did].filter(Boolean).join(' ');
    case 'canceled':
      return `Canceled. ${did}`;
    case 'removing':
      return 'Being removed…';
    case 'removed':
      return 'Removed again.';
    default:
      return did;
  }
}

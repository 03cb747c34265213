import { FileArchive, PackageOpen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { addressOf } from '~/http/client';
import { formatShortDay } from '~/lib/format/dates';
import { formatBytes } from '~/lib/format/numbers';
import { Button, buttonClass } from '~/ui/button';
import { ProgressBar } from '~/ui/feedback/progress';
import { SkeletonList } from '~/ui/feedback/skeleton';
import { Download } from '~/ui/display/shared-icons';

import { isUnfinished } from '../../imports/import-list';
import { pageTexts } from '../../page/texts';
import type { ExportView } from '../../page/import-export';
import { useExports, type Exports } from '../use-exports';
import { CancelButton, LoadFailure } from '../../page/components/card';

/** The archive of the account: a button to request it, its progress, or its download. */
export function ArchiveState({
  exports,
  label = 'Export everything',
}: {
  exports: Exports;
  label?: string;
}) {
  const { latest, failed } = exports;
  const box = useRef<HTMLDivElement>(null);
  const step = latest && `${latest.id} ${latest.state}`;
  const before = useRef(step);
  useEffect(() => {
    // Each step replaces what had the focus.
    const changed = before.current !== undefined && before.current !== step;
    before.current = step;
    if (changed && document.activeElement === document.body) box.current?.focus();
  }, [step]);

  if (failed) return <LoadFailure text={pageTexts.exportsFailed} onRetry={exports.reload} />;
  if (latest === undefined) {
    return <SkeletonList label="Loading your exports…" count={1} shape="h-10 w-48 touch:h-11" />;
  }
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {latest && isUnfinished(latest) && <Unfinished view={latest} exports={exports} />}
      {latest?.state === 'ready' && <Ready view={latest} exports={exports} />}
      {!(latest && (isUnfinished(latest) || latest.state === 'ready')) && (
        <Begin latest={latest} exports={exports} label={label} />
      )}
    </div>
  );
}

/** Loaded by `LastExport`. */
export function LastExportState() {
  const exports = useExports();
  return <ArchiveState exports={exports} label="Export everything first" />;
}

function Begin({
  latest,
  exports,
  label,
}: {
  latest: ExportView | null;
  exports: Exports;
  label: string;
}) {
  const [pending, setPending] = useState(false);
  return (
    <div className="space-y-3">
      {latest?.state === 'failed' && (
        <p role="status" className="text-sm text-danger text-pretty">
          {latest.reason ?? 'The export failed.'}
        </p>
      )}
      {latest?.state === 'expired' && (
        <p className="text-sm text-muted">
          Your export from {formatShortDay(latest.createdAt)} has expired.
        </p>
      )}
      <Button
        variant="secondary"
        pending={pending}
        onClick={() => {
          setPending(true);
          void exports.begin().finally(() => setPending(false));
        }}
      >
        <PackageOpen className="size-4" aria-hidden="true" />
        {label}
      </Button>
    </div>
  );
}

interface StateProps {
  view: ExportView;
  exports: Exports;
}

function Unfinished({ view, exports }: StateProps) {
  return (
    <section
      aria-label="Export in progress"
      className="animate-rise-in rounded-xl border bg-raised p-4"
    >
      <div className="flex items-center justify-between gap-4">
        <p className="font-medium">Creating your export…</p>
        <CancelButton label="Cancel export" onCancel={() => exports.remove(view)} />
      </div>
      <div className="mt-2 space-y-2">
        <ProgressBar label="Export" percent={view.state === 'running' ? view.progress : null} />
        <p className="text-sm text-muted text-pretty">
          You can leave this page. Your file will be here when it’s ready.
        </p>
      </div>
    </section>
  );
}

function Ready({ view, exports }: StateProps) {
  const { id, createdAt, size, expiresAt } = view;
  const facts = [
    size === null ? null : formatBytes(size),
    expiresAt === null ? null : `available until ${formatShortDay(expiresAt)}`,
  ];
  return (
    <section
      aria-label="Your export"
      className="flex animate-rise-in flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border bg-raised p-4"
    >
      <FileArchive className="size-8 shrink-0 text-accent" strokeWidth={1.5} aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">Export from {formatShortDay(createdAt)}</p>
        <p role="status" className="text-sm text-muted">
          {facts.filter(Boolean).join(' · ')}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <a
          href={addressOf('/api/exports/:id/file', { params: { id } })}
          download
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          <Download className="size-4" aria-hidden="true" />
          Download
        </a>
        <CancelButton label="Delete file" onCancel={() => exports.remove(view)} />
      </div>
    </section>
  );
}

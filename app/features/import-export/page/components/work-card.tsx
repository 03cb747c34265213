import { type ReactNode, useState } from 'react';

import { formatCount } from '~/lib/format';
import { Button } from '~/ui/button';
import { ProgressBar } from '~/ui/feedback/progress';

import type { ImportView } from '../import-export';

/** Calls something off that goes on; waits until that is done. */
export function CancelButton({
  label = 'Cancel',
  onCancel,
}: {
  label?: string;
  onCancel: () => Promise<boolean>;
}) {
  const [pending, setPending] = useState(false);
  return (
    <Button
      variant="ghost"
      size="sm"
      pending={pending}
      onClick={() => {
        setPending(true);
        void onCancel().finally(() => setPending(false));
      }}
    >
      {label}
    </Button>
  );
}

/** A frame around something that goes on. */
export function Card({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="animate-rise-in rounded-xl border bg-raised p-4 sm:p-5">
      <div className="flex items-start justify-between gap-4">
        <h3 className="min-w-0 py-1 font-medium wrap-anywhere touch:py-2.5">{title}</h3>
        {/* Its words end where the card's do. */}
        {action && <div className="-mr-3 shrink-0">{action}</div>}
      </div>
      {children}
    </section>
  );
}

/** The server reads an export, or writes what was chosen of it. */
export function WorkCard({
  view,
  onCancel,
}: {
  view: ImportView;
  onCancel: () => Promise<boolean>;
}) {
  const reading = view.state === 'reading';
  const done = view.result ? view.result.imported + view.result.updated : 0;
  return (
    <Card
      title={reading ? 'Looking at what is in it' : 'Importing'}
      action={<CancelButton onCancel={onCancel} />}
    >
      <div className="mt-3 space-y-2">
        <ProgressBar label={reading ? 'Reading' : 'Importing'} percent={view.progress} />
        <p className="text-sm text-muted text-pretty tabular-nums">
          {!reading && done > 0 && `${formatCount(done, 'conversation')} so far. `}
          This goes on when you leave the page.
          {!reading && ' What is imported when you cancel stays.'}
        </p>
      </div>
    </Card>
  );
}

/** Something could not be loaded, and can be tried again. */
export function LoadFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-danger/40 bg-danger-soft px-4 py-3 text-sm text-danger"
    >
      <p>{text} Check your connection.</p>
      <Button variant="secondary" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

import { type ReactNode, useState } from 'react';

import { Button } from '~/ui/button';

/** Shows that it is busy until `onCancel` settles. */
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

/** A frame around work in progress. */
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
        {/* Aligns the button's label with the text of the card. */}
        {action && <div className="-mr-3 shrink-0">{action}</div>}
      </div>
      {children}
    </section>
  );
}

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

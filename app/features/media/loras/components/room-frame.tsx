import type { ReactNode } from 'react';

import { Button } from '~/ui/button';

interface RoomFrameProps {
  title: string;
  /** Above the title: the way back. */
  above?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  /** Below the title. */
  intro?: ReactNode;
  children: ReactNode;
}

/** A page of the training room, as wide as its images need. */
export function RoomFrame({ title, above, actions, intro, children }: RoomFrameProps) {
  return (
    <div className="mx-auto w-full max-w-6xl px-5 py-8 sm:px-8 sm:py-10">
      {above ?? <span aria-hidden="true" className="mb-5 block h-0.5 w-9 rounded-full bg-accent" />}
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <h1 className="min-w-0 font-display text-3xl leading-tight font-semibold tracking-tight text-balance wrap-anywhere">
          {title}
        </h1>
        {actions}
      </div>
      {intro}
      <div className="mt-7">{children}</div>
    </div>
  );
}

export function LoadFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-danger/40 bg-danger-soft px-4 py-3 text-sm text-danger"
    >
      <p className="min-w-40 flex-1">{text}</p>
      <Button variant="secondary" size="sm" onClick={onRetry} className="text-text">
        Try again
      </Button>
    </div>
  );
}

/** Where cards will be. */
export function RoomWaiting() {
  return (
    <div role="status">
      <span className="sr-only">Loading…</span>
      <div aria-hidden="true" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {[0, 1, 2].map((place) => (
          <span key={place} className="relative h-56 overflow-hidden rounded-xl bg-sunken">
            <span className="absolute inset-0 animate-shimmer bg-linear-to-r from-transparent via-hover to-transparent" />
          </span>
        ))}
      </div>
    </div>
  );
}

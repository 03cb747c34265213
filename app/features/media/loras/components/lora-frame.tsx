import type { ReactNode } from 'react';

import { SkeletonList } from '~/ui/feedback/skeleton';

interface LoraFrameProps {
  title: string;
  /** Above the title: the link back. */
  above?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  /** Below the title. */
  intro?: ReactNode;
  children: ReactNode;
}

/** A page about LoRAs. */
export function LoraFrame({ title, above, actions, intro, children }: LoraFrameProps) {
  return (
    <div className="mx-auto w-full max-w-6xl px-5 py-8 sm:px-8 sm:py-10">
      {above}
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

/** In place of the cards until they are loaded. */
export function CardsLoading() {
  return (
    <SkeletonList
      label="Loading…"
      count={3}
      shape="h-56 rounded-xl"
      className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3"
    />
  );
}

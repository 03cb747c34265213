import type { ReactNode } from 'react';

/** A part of a page under a heading of its own. */
export function UsagePart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-4 font-display text-xl font-semibold tracking-tight">{title}</h2>
      {children}
    </section>
  );
}

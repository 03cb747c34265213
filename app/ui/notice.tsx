import type { ReactNode } from 'react';

/** Something that worked, on the page it belongs to; read out when it appears. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="rounded-md border border-success/40 bg-success-soft px-3.5 py-2.5 text-sm text-pretty wrap-anywhere text-success"
    >
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';

/** A success message on the page that it belongs to; announced when it appears. */
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

/** What is wrong with the form as a whole; renders nothing without children. */
export function FormError({ id, children }: { id?: string; children?: ReactNode }) {
  if (children === undefined || children === null || children === false || children === '') {
    return null;
  }
  return (
    <div
      id={id}
      role="alert"
      className="rounded-md border border-danger/40 bg-danger-soft px-3.5 py-2.5 text-sm text-danger"
    >
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';

interface NoticeProps {
  children: ReactNode;
  /** False if something is left to do: green would say that all is well. */
  success?: boolean;
}

/** What a page has done, where it belongs; announced when it appears. */
export function Notice({ children, success = true }: NoticeProps) {
  const tone = success ? 'border-success/40 bg-success-soft text-success' : 'bg-field';
  return (
    <div
      role="status"
      className={`rounded-md border px-3.5 py-2.5 text-sm text-pretty wrap-anywhere ${tone}`}
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

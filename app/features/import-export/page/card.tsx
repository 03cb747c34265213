import type { ReactNode } from 'react';

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

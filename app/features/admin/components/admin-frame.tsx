import { NavLink } from '@remix-run/react';
import type { ReactNode } from 'react';

interface AdminFrameProps {
  /** The paths of pages that have no use with the present settings. */
  without: readonly string[];
  children: ReactNode;
}

const PAGES = [
  { to: '/admin', label: 'Overview' },
  { to: '/admin/users', label: 'Users' },
  { to: '/admin/invitations', label: 'Invitations' },
  { to: '/admin/inbox', label: 'Inbox' },
  { to: '/admin/jobs', label: 'Failed jobs' },
  { to: '/admin/payments', label: 'Payments' },
  { to: '/admin/maintenance', label: 'Maintenance' },
  { to: '/admin/outbox', label: 'Mail outbox' },
  { to: '/admin/undelivered', label: 'Undelivered mail' },
  { to: '/admin/connections', label: 'Connections' },
  { to: '/admin/configuration', label: 'Configuration' },
  { to: '/admin/log', label: 'Audit log' },
];

/** The navigation above all admin pages. */
export function AdminFrame({ without, children }: AdminFrameProps) {
  const pages = PAGES.filter(({ to }) => !without.includes(to));
  return (
    <div className="mx-auto w-full max-w-5xl px-5 py-8 sm:px-8">
      <nav aria-label="Admin" className="-mx-2 mb-8 flex flex-wrap gap-1 border-b pb-2">
        {pages.map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            end={to === '/admin'}
            className="flex min-h-9 items-center rounded-md px-3 text-sm font-medium text-muted transition-colors hover:bg-hover hover:text-text aria-[current]:bg-accent-soft aria-[current]:text-text touch:min-h-11"
          >
            {label}
          </NavLink>
        ))}
      </nav>
      {children}
    </div>
  );
}

export function AdminHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="mb-6">
      <h1 className="font-display text-2xl font-semibold tracking-tight text-balance wrap-anywhere">
        {title}
      </h1>
      {children !== undefined && <div className="mt-1 text-muted">{children}</div>}
    </header>
  );
}

/** A time in UTC, so that admins can compare it with logs. */
export function Moment({ at }: { at: string | null }) {
  if (at === null) return <>never</>;
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {at.slice(0, 16).replace('T', ' ')} UTC
    </time>
  );
}

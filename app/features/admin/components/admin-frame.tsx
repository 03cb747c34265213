import { NavLink, useLocation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';

import { formatMoment } from '~/lib/format/dates';

interface AdminFrameProps {
  /** The paths of pages that have no use with the present settings. */
  without: readonly string[];
  children: ReactNode;
}

const PAGES = [
  { to: '/admin', label: 'Overview' },
  { to: '/admin/users', label: 'Users' },
  { to: '/admin/invitations', label: 'Invitations' },
  { to: '/admin/sign-in', label: 'Sign-in' },
  { to: '/admin/inbox', label: 'Inbox' },
  { to: '/admin/jobs', label: 'Failed jobs' },
  { to: '/admin/payments', label: 'Payments' },
  { to: '/admin/maintenance', label: 'Maintenance' },
  { to: '/admin/outbox', label: 'Outbox' },
  { to: '/admin/undelivered', label: 'Undelivered' },
  { to: '/admin/providers', label: 'Providers' },
  { to: '/admin/connections', label: 'Connections' },
  { to: '/admin/configuration', label: 'Configuration' },
  { to: '/admin/log', label: 'Audit log' },
];

/** The navigation above all admin pages; one row, which scrolls where it doesn't fit. */
export function AdminFrame({ without, children }: AdminFrameProps) {
  const tabs = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => showCurrent(tabs.current), [pathname]);
  const pages = PAGES.filter(({ to }) => !without.includes(to));
  return (
    <div className="mx-auto w-full max-w-6xl px-5 py-8 sm:px-8">
      <nav
        ref={tabs}
        aria-label="Admin"
        className="-mx-5 mb-8 flex gap-0.5 overflow-x-auto border-b px-3 pt-1.5 pb-2 [scrollbar-width:none] sm:-mx-2.5 sm:px-0"
      >
        {pages.map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            end={to === '/admin'}
            className="flex min-h-9 shrink-0 items-center rounded-md px-2 text-sm xl:px-2.5 whitespace-nowrap touch:px-3.5 font-medium text-muted transition-colors current-row hover:bg-hover hover:text-text touch:min-h-11"
          >
            {label}
          </NavLink>
        ))}
      </nav>
      {children}
    </div>
  );
}

/** Scrolls the row, not the page, to the current tab. */
function showCurrent(tabs: HTMLElement | null): void {
  const current = tabs?.querySelector<HTMLElement>('[aria-current]');
  if (!tabs || !current) return;
  tabs.scrollLeft = current.offsetLeft - (tabs.clientWidth - current.offsetWidth) / 2;
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

/** A time in the admin's time zone; its tooltip has UTC, to compare with logs. */
export function Moment({ at }: { at: string | null }) {
  if (at === null) return <>Never</>;
  return (
    <time dateTime={at} title={at} className="whitespace-nowrap">
      {formatMoment(at)}
    </time>
  );
}

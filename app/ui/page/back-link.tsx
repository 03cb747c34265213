import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

import { ArrowLeft } from '../display/shared-icons';

/** Leads from a page to the list that it is from. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex max-w-full items-center gap-1.5 rounded-sm text-sm text-muted hover:text-text touch:min-h-11"
    >
      <ArrowLeft className="size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 truncate">{children}</span>
    </Link>
  );
}

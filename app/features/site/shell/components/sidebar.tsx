import { Link, useLocation, useMatches } from '@remix-run/react';
import type { ComponentType } from 'react';

import { Button, buttonClass } from '~/ui/button';
import { LogOut, PanelLeftClose, ShieldCheck } from '~/ui/display/shared-icons';

import { shellTexts } from '../../texts';
import { SectionLinks } from './section-links';

interface SidebarProps {
  isAdmin: boolean;
  signOut: () => void;
  signingOut: boolean;
  /** Only while the sidebar is a drawer. */
  onClose: () => void;
}

/** The section's content above, and navigation below. */
export function Sidebar({ isAdmin, signOut, signingOut, onClose }: SidebarProps) {
  const { pathname } = useLocation();
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto p-3 pt-4">
        <SidebarContent />
      </div>
      <div className="border-t p-3 pb-[max(--spacing(3),env(safe-area-inset-bottom))]">
        <SectionLinks label="Sections" />
        <div className="mt-2 flex items-center gap-1">
          {/* A real form, so that signing out works without JavaScript. */}
          <form
            method="post"
            action="/auth/logout"
            onSubmit={(event) => {
              event.preventDefault();
              signOut();
            }}
          >
            <Button type="submit" variant="ghost" size="sm" pending={signingOut}>
              <LogOut className="size-4" aria-hidden="true" />
              Sign out
            </Button>
          </form>
          {isAdmin && (
            <Link
              to="/admin"
              aria-current={pathname.startsWith('/admin') ? 'page' : undefined}
              className={`${buttonClass({ variant: 'ghost', size: 'sm' })} aria-[current]:bg-selected aria-[current]:text-accent`}
            >
              <ShieldCheck className="size-4" aria-hidden="true" />
              Admin
            </Link>
          )}
          <Button
            variant="ghost"
            size="icon"
            aria-label="Close sidebar"
            onClick={onClose}
            className="ml-auto desktop:hidden"
          >
            <PanelLeftClose className="size-5" aria-hidden="true" />
          </Button>
        </div>
      </div>
    </>
  );
}

interface SidebarHandle {
  /** `data` is what the route's loader returned; undefined when the loader failed. */
  sidebar?: ComponentType<{ data: unknown }>;
}

/** What the section's route exports as its `handle`, so that only its own pages load it. */
function SidebarContent() {
  for (const { handle, data } of useMatches()) {
    const Sidebar = (handle as SidebarHandle | undefined)?.sidebar;
    if (Sidebar !== undefined) return <Sidebar data={data} />;
  }
  return (
    <p className="m-auto max-w-48 text-center text-sm text-muted">{shellTexts.selectSection}</p>
  );
}

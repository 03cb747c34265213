import { Link, useLocation, useMatches } from '@remix-run/react';
import { type LucideIcon, PanelLeftClose, ShieldCheck } from 'lucide-react';
import type { ComponentType } from 'react';

import { Button, buttonClass } from '~/ui/button';
import { Images, LogOut, MessageCircle, PenLine } from '~/ui/display/shared-icons';

import { shellTexts } from '../../texts';
import { type Section, SECTION_BUTTONS, sectionOf } from '../sections';

const ICONS: Partial<Record<Section, LucideIcon>> = {
  chat: MessageCircle,
  media: Images,
  copy: PenLine,
};

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
  const current = sectionOf(pathname);
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto p-3 pt-4">
        <SidebarContent />
      </div>
      <div className="border-t p-3">
        <nav aria-label="Sections" className="grid grid-cols-3 gap-1">
          {SECTION_BUTTONS.map(({ section, label, to }) => {
            const Icon = ICONS[section];
            return (
              <Link
                key={section}
                to={to}
                aria-current={section === current ? 'page' : undefined}
                className="flex flex-col items-center gap-1 rounded-lg px-2 py-2.5 text-xs font-medium text-muted transition-colors hover:bg-hover hover:text-text aria-[current]:bg-accent-soft aria-[current]:text-accent"
              >
                {Icon !== undefined && <Icon className="size-5" aria-hidden="true" />}
                {label}
              </Link>
            );
          })}
        </nav>
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
              className={`${buttonClass({ variant: 'ghost', size: 'sm' })} aria-[current]:bg-accent-soft aria-[current]:text-accent`}
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

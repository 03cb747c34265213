import { Link, useLocation, useMatches } from '@remix-run/react';
import { Menu as MenuIcon } from '~/ui/display/shared-icons';
import { type MouseEvent, type ReactNode, useRef, useState } from 'react';

import { Button } from '~/ui/button';
import { useDraftOwner } from '~/ui/forms/drafts';
import { Logo, LogoMark } from '~/ui/page/logo';
import { ShortcutsDialog } from '~/ui/shortcuts/shortcuts-dialog';
import { useShortcut, useShortcutKeys } from '~/ui/shortcuts/use-shortcut';
import { SkipLink } from '~/ui/page/page';
import { Spinner } from '~/ui/feedback/progress';
import { toastError } from '~/ui/feedback/toast';

import { SearchButton } from '../../palette/search-button';
import { shellTexts } from '../../texts';
import { sectionOf } from '../sections';
import type { ShellUser } from '../shell-user';
import { useSignOut } from '../sign-out';
import { isSidebarFixed, useDrawer } from '../use-drawer';
import { useKeyboardMark } from '../use-keyboard-mark';
import { useLiveSession, useSessionCheck } from '../use-live-session';
import { SectionLinks } from './section-links';
import { Sidebar } from './sidebar';
import { UserMenu } from './user-menu';

export interface AppShellProps {
  user: ShellUser;
  /** Notices between the header and the content. */
  banner?: ReactNode;
  /** The remaining tokens, in the header; with it, phones have no room for the full logo. */
  tokens?: ReactNode;
  /** The help menu in the header. */
  help?: ReactNode;
  children: ReactNode;
}

/** What a page's route exports as its `handle`. */
interface ShellHandle {
  /** The page leads people through something: there is nothing beside it. */
  focused?: boolean;
}

/**
 * The frame of every signed-in page. In the chat section, the content takes the remaining height and scrolls inside;
 * everywhere else, the document scrolls.
 */
export function AppShell({ user, banner, tokens, help, children }: AppShellProps) {
  useLiveSession();
  useDraftOwner(user.id);
  useKeyboardMark();
  const checking = useSessionCheck();
  const focused = useMatches().some(({ handle }) => (handle as ShellHandle | undefined)?.focused);
  const panel = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const drawer = useDrawer(panel, toggle);
  const [shortcuts, setShortcuts] = useState(false);
  const showShortcuts = () => setShortcuts(true);
  useShortcutKeys();
  useShortcut('shortcuts', showShortcuts);
  const toSidebar = () => (isSidebarFixed() ? panel.current?.focus() : drawer.show());
  useShortcut('sidebar', focused ? null : toSidebar);
  const { pathname } = useLocation();
  const { pending: signingOut, signOut } = useSignOut();
  const fills = sectionOf(pathname) === 'chat';
  // React 18 doesn't know `inert`.
  const inert = drawer.open ? { inert: '' } : {};

  return (
    <div
      onClickCapture={stayWhenOffline}
      className={focused ? '[--bottom-bar:env(safe-area-inset-bottom,0px)]' : undefined}
    >
      <div {...inert}>
        <SkipLink />
        <header className="fixed inset-x-0 top-0 z-25 flex h-14 items-center gap-2 border-b bg-surface pr-[max(--spacing(3),env(safe-area-inset-right))] pl-[max(--spacing(3),env(safe-area-inset-left))] sm:pr-[max(--spacing(4),env(safe-area-inset-right))] sm:pl-[max(--spacing(4),env(safe-area-inset-left))]">
          {!focused && (
            <Button
              ref={toggle}
              variant="ghost"
              size="icon"
              aria-label="Open sidebar"
              aria-expanded={drawer.open}
              aria-controls="sidebar"
              onClick={drawer.show}
              className="desktop:hidden"
            >
              <MenuIcon className="size-5" aria-hidden="true" />
            </Button>
          )}
          <Link to="/ai-lab" aria-label="Brandwright, home" className="flex rounded-md px-1 py-2">
            {tokens ? (
              <>
                <LogoMark className="size-7 sm:hidden" />
                <Logo className="max-sm:hidden" />
              </>
            ) : (
              <Logo />
            )}
          </Link>
          <div className="ml-auto flex items-center gap-1 sm:gap-2">
            {tokens}
            <SearchButton showShortcuts={showShortcuts} />
            {help}
            <UserMenu user={user} showShortcuts={showShortcuts} signOut={signOut} />
          </div>
        </header>
      </div>

      {drawer.open && (
        // Closing by the backdrop is an extra: the keyboard has Escape and the button.
        <div
          aria-hidden="true"
          onClick={drawer.hide}
          className="fixed inset-0 z-30 animate-fade-in bg-backdrop desktop:hidden"
        />
      )}
      {!focused && (
        <div
          ref={panel}
          id="sidebar"
          tabIndex={-1}
          aria-label="Sidebar"
          role={drawer.open ? 'dialog' : 'complementary'}
          aria-modal={drawer.open || undefined}
          data-open={drawer.open || undefined}
          className="invisible fixed inset-y-0 left-0 z-40 flex w-80 max-w-[calc(100vw-2.5rem)] -translate-x-full flex-col border-r bg-sunken outline-none transition-[translate,visibility] duration-180 data-open:visible data-open:translate-x-0 data-open:shadow-overlay data-open:transition-[translate] desktop:visible desktop:top-14 desktop:z-20 desktop:translate-x-0"
        >
          <Sidebar
            isAdmin={user.isAdmin}
            signOut={signOut}
            signingOut={signingOut}
            onClose={drawer.hide}
          />
        </div>
      )}

      <div
        {...inert}
        className={`flex flex-col pt-14 pb-(--bottom-bar) ${focused ? '' : 'desktop:pl-80'} ${fills ? 'h-dvh' : 'min-h-dvh'}`}
      >
        {banner}
        <main
          id="main"
          tabIndex={-1}
          className={`flex flex-1 flex-col outline-none ${fills ? 'min-h-0' : ''}`}
        >
          {children}
        </main>
        {/* On phones, where the sidebar is out of the thumb's reach. */}
        {!focused && (
          <SectionLinks
            label="Main"
            className="fixed inset-x-0 bottom-0 z-20 hidden h-(--bottom-bar) content-start border-t bg-surface px-2 touch:grid [[data-keyboard]_&]:hidden"
          />
        )}
      </div>

      <ShortcutsDialog open={shortcuts} onOpenChange={setShortcuts} />
      {(signingOut || checking) && (
        <SessionWait label={signingOut ? shellTexts.signingOut : shellTexts.checkingSession} />
      )}
    </div>
  );
}

/** Without a network, a link would replace the page with the browser's error page. */
function stayWhenOffline(event: MouseEvent): void {
  if (navigator.onLine || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target !== '' || link.origin !== window.location.origin) return;
  const samePage = link.pathname === window.location.pathname && link.hash !== '';
  if (samePage) return;
  event.preventDefault();
  toastError(shellTexts.navigationFailed);
}

/** Covers the page, but not the toasts, until it's known whether the page may be seen. */
function SessionWait({ label }: { label: string }) {
  return (
    <div className="fixed inset-0 z-40 grid place-items-center bg-surface">
      <Spinner label={label} />
    </div>
  );
}

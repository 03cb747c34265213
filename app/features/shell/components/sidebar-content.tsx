import { Link, useLocation, useMatches } from '@remix-run/react';
import type { ComponentType } from 'react';

import { shellMessages } from '../messages';
import { MEDIA_CARDS, mediaCardOf, sectionOf, SETTINGS_TABS, settingsTabOf } from '../sections';

const HEADING = 'px-2 font-display text-lg font-semibold tracking-tight';
const ROW =
  'flex min-h-10 items-center rounded-md px-3 text-sm text-muted transition-colors hover:bg-hover hover:text-text aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-text touch:min-h-11';

/** The upper part of the sidebar, which depends on the path. */
export function SidebarContent() {
  const { pathname, search } = useLocation();
  switch (sectionOf(pathname)) {
    case 'chat':
    case 'copy':
      return <SectionSidebar />;
    case 'media':
      return <MediaCards current={mediaCardOf(pathname, search)?.id} />;
    case 'settings':
      return <SettingsTabs current={settingsTabOf(search).id} />;
    case undefined:
      return <SelectSection />;
  }
}

/** What a section's own route brings along for the sidebar (its `handle`), so that only its pages load it. */
function SectionSidebar() {
  const handles = useMatches().map(
    ({ handle }) => handle as { sidebar?: ComponentType } | undefined,
  );
  const Sidebar = handles.find((handle) => handle?.sidebar)?.sidebar;
  return Sidebar === undefined ? <SelectSection /> : <Sidebar />;
}

function SelectSection() {
  return (
    <p className="m-auto max-w-48 text-center text-sm text-muted">{shellMessages.selectSection}</p>
  );
}

function MediaCards({ current }: { current: string | undefined }) {
  return (
    <nav aria-labelledby="media-creator-heading">
      <h2 id="media-creator-heading" className={HEADING}>
        {shellMessages.mediaCreator}
      </h2>
      <ul className="mt-4 space-y-3">
        {MEDIA_CARDS.map((card) => (
          <li key={card.id}>
            <Link
              to={card.to}
              aria-current={card.id === current ? 'page' : undefined}
              className="block rounded-lg border bg-surface p-4 transition-colors hover:border-border-strong aria-[current]:border-accent aria-[current]:bg-accent-soft"
            >
              <span className="flex items-center justify-between gap-3">
                <span className="text-[0.9375rem] font-medium">{card.title}</span>{' '}
                <span className="rounded-full border px-2 py-0.5 text-xs text-muted">
                  {card.badge}
                </span>
              </span>
              <span className="mt-1.5 block text-sm text-muted">{card.description}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SettingsTabs({ current }: { current: string }) {
  return (
    <nav aria-labelledby="settings-heading">
      <h2 id="settings-heading" className={HEADING}>
        Settings
      </h2>
      <ul className="mt-3 space-y-0.5">
        {SETTINGS_TABS.map((tab) => (
          <li key={tab.id}>
            <Link
              to={`/settings?tab=${tab.id}`}
              aria-current={tab.id === current ? 'page' : undefined}
              className={ROW}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

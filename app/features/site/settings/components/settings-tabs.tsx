import { Link, useLocation } from '@remix-run/react';

import { ChevronRight } from '~/ui/display/shared-icons';

/** In the order of the sidebar; /settings without ?tab= shows the first. */
export const SETTINGS_TABS = [
  { id: 'tokens', label: 'Tokens' },
  { id: 'account', label: 'Account' },
  { id: 'subscription', label: 'Subscription' },
  { id: 'importexport', label: 'Import & Export' },
  { id: 'appearance', label: 'Appearance' },
  { id: 'contact', label: 'Contact' },
  { id: 'privacyLink', label: 'Privacy' },
  { id: 'termsLink', label: 'Terms' },
  { id: 'deleteAccount', label: 'Delete Account' },
] as const;

type SettingsTab = (typeof SETTINGS_TABS)[number];
export type SettingsTabId = SettingsTab['id'];

/** The tab in ?tab=; null if it names none. */
export function chosenTabOf(search: string): SettingsTab | null {
  const id = new URLSearchParams(search).get('tab');
  return SETTINGS_TABS.find((tab) => tab.id === id) ?? null;
}

/** The tab in ?tab=, or the first one. */
export function settingsTabOf(search: string): SettingsTab {
  return chosenTabOf(search) ?? SETTINGS_TABS[0];
}

/** The sidebar of the settings. */
export function SettingsTabs() {
  const current = settingsTabOf(useLocation().search).id;
  return (
    <nav aria-labelledby="settings-heading">
      <h2 id="settings-heading" className="px-2 font-display text-lg font-semibold tracking-tight">
        Settings
      </h2>
      <ul className="mt-3 space-y-0.5">
        {SETTINGS_TABS.map((tab) => (
          <li key={tab.id}>
            <Link
              to={`/settings?tab=${tab.id}`}
              aria-current={tab.id === current ? 'page' : undefined}
              className="flex min-h-10 items-center rounded-md px-3 text-sm text-muted transition-colors current-row hover:bg-hover hover:text-text aria-[current]:font-medium touch:min-h-11"
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The same tabs as a page: where the sidebar is a drawer, settings open with it. */
export function SettingsMenu() {
  return (
    <nav aria-label="Settings">
      <ul className="divide-y overflow-hidden rounded-xl border bg-raised">
        {SETTINGS_TABS.map((tab) => (
          <li key={tab.id}>
            <Link
              to={`/settings?tab=${tab.id}`}
              className="flex min-h-13 items-center justify-between gap-3 px-4 font-medium transition-colors hover:bg-hover focus-visible:-outline-offset-2"
            >
              {tab.label}
              <ChevronRight className="size-4 shrink-0 text-muted" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

import { Link, useLocation } from '@remix-run/react';

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

/** The tab in ?tab=, or the first one. */
export function settingsTabOf(search: string): SettingsTab {
  const id = new URLSearchParams(search).get('tab');
  return SETTINGS_TABS.find((tab) => tab.id === id) ?? SETTINGS_TABS[0];
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

import { Link, useLocation } from '@remix-run/react';

import { SETTINGS_TABS, settingsTabOf } from '../settings-tabs';

/** The sidebar's part in the settings. */
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
              className="flex min-h-10 items-center rounded-md px-3 text-sm text-muted transition-colors hover:bg-hover hover:text-text aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-text touch:min-h-11"
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

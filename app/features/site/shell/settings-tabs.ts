/** The settings' tabs in their order; the first is what /settings alone shows. */
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

export type SettingsTab = (typeof SETTINGS_TABS)[number];
export type SettingsTabId = SettingsTab['id'];

/** The tab that ?tab= names; the first one when it names none. */
export function settingsTabOf(search: string): SettingsTab {
  const id = new URLSearchParams(search).get('tab');
  return SETTINGS_TABS.find((tab) => tab.id === id) ?? SETTINGS_TABS[0];
}

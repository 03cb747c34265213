import { SETTINGS_TABS, type SettingsTabId } from '../settings/components/settings-tabs';

/** Other words for what each tab of the settings is about. */
const ALSO: Partial<Record<SettingsTabId, string>> = {
  tokens: 'usage balance storage credits',
  account:
    'name email password photo time zone two-factor passkeys devices sessions security activity',
  subscription: 'plan billing invoices payment cancel upgrade',
  importexport: 'chatgpt archive backup download data',
  appearance: 'theme dark light motion',
  contact: 'support suggestion feedback',
  deleteAccount: 'close remove',
};

/** Tabs of which every typed word begins a word. */
export function findSettings(text: string): { id: SettingsTabId; label: string }[] {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (typed.length === 0) return [];
  return SETTINGS_TABS.filter(({ id, label }) => {
    const words = `settings ${label} ${ALSO[id] ?? ''}`.toLowerCase().split(/[\s&]+/);
    return typed.every((start) => words.some((word) => word.startsWith(start)));
  });
}

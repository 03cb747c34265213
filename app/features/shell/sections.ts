import { shellMessages } from './messages';

export type Section = 'chat' | 'copy' | 'media' | 'settings';

const ROOTS: [section: Section, path: string][] = [
  ['chat', '/ai-lab'],
  ['copy', '/copy-wizard'],
  ['media', '/media-creator'],
  ['settings', '/settings'],
];

/** Which section a path belongs to; it decides the sidebar's content. Undefined for every other page. */
export function sectionOf(pathname: string): Section | undefined {
  return ROOTS.find(([, root]) => pathname === root || pathname.startsWith(`${root}/`))?.[0];
}

export const SECTION_BUTTONS = [
  { section: 'chat', label: shellMessages.sections.chat, to: '/ai-lab' },
  { section: 'media', label: shellMessages.sections.media, to: '/media-creator' },
  { section: 'copy', label: shellMessages.sections.copy, to: '/copy-wizard' },
] as const;

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

export const MEDIA_CARDS = [
  {
    id: 'generate',
    to: '/media-creator?mode=generate',
    description: 'Pictures from a description, in your brand’s style.',
    ...shellMessages.mediaCards.generate,
  },
  {
    id: 'train-lora',
    to: '/media-creator?mode=train-lora',
    description: 'Teach an image model your product or look.',
    ...shellMessages.mediaCards['train-lora'],
  },
  {
    id: 'video',
    to: '/media-creator/video-gen',
    description: 'Short clips from a description or a picture.',
    ...shellMessages.mediaCards.video,
  },
] as const;

export type MediaCard = (typeof MEDIA_CARDS)[number];

/** The card whose page this is; undefined on /media-creator without a known mode. */
export function mediaCardOf(pathname: string, search: string): MediaCard | undefined {
  const mode = new URLSearchParams(search).get('mode');
  const page = mode === null ? pathname : `${pathname}?mode=${mode}`;
  return MEDIA_CARDS.find((card) => card.to === page);
}

import { shellTexts } from '../texts';

export type Section = 'chat' | 'copy' | 'media' | 'brand' | 'settings';

const ROOTS: [section: Section, path: string][] = [
  ['chat', '/ai-lab'],
  ['copy', '/copy-wizard'],
  ['media', '/media-creator'],
  ['brand', '/profiles'],
  ['settings', '/settings'],
];

/** The section of a path; undefined for other pages. */
export function sectionOf(pathname: string): Section | undefined {
  return ROOTS.find(([, root]) => pathname === root || pathname.startsWith(`${root}/`))?.[0];
}

/** The three sections that docs/product.md names, and the brand, which all of them follow. */
export const SECTION_BUTTONS = [
  { section: 'chat', label: shellTexts.sections.chat, to: '/ai-lab' },
  { section: 'media', label: shellTexts.sections.media, to: '/media-creator' },
  { section: 'copy', label: shellTexts.sections.copy, to: '/copy-wizard' },
  { section: 'brand', label: shellTexts.sections.brand, to: '/profiles' },
] as const;

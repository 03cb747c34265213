import { formatNumber } from '~/lib/format/numbers';

import { cleanName, isFarLongerThan, isLongerThan } from '../components/component';
import { colorName, parseHex } from './color';

// What a brand looks like, beside what its four components say. Forms, prompts, archives, and storage follow this
// definition. A new color or font also needs its column (prisma/schema.prisma and a migration), which profile-data.server.ts
// reads, and a kind of hostile text (tests/factories/hostile-columns.ts).

export const COLORS = {
  primaryColor: { label: 'Primary', role: 'primary', use: 'Bars, headlines, your initials' },
  secondaryColor: { label: 'Secondary', role: 'secondary', use: 'Behind sections and quotes' },
  accentColor: { label: 'Accent', role: 'accent', use: 'Buttons and links' },
  backgroundColor: { label: 'Background', role: 'background', use: 'The paper behind your text' },
  textColor: { label: 'Text', role: 'text', use: 'What people read' },
} as const;

export const FONTS = {
  headingFont: { label: 'Heading font', use: 'Titles and headlines' },
  bodyFont: { label: 'Body font', use: 'Everything else' },
} as const;

export type LookColor = keyof typeof COLORS;
export type LookFont = keyof typeof FONTS;
/** What can be written in a look. */
export type LookText = LookColor | LookFont;
/** Colors as `#rrggbb` and names of fonts; empty where nothing was chosen. */
export type LookValues = Record<LookText, string>;

export const LOOK_COLORS = Object.keys(COLORS) as LookColor[];
export const LOOK_FONTS = Object.keys(FONTS) as LookFont[];
export const LOOK_TEXTS: readonly LookText[] = [...LOOK_COLORS, ...LOOK_FONTS];

/** What previews need of a brand's look. */
export interface BrandLook extends LookValues {
  logoUrl: string | null;
}

/** A look as the profile's page edits it. */
export interface OpenLook {
  version: number;
  values: LookValues;
  logoUrl: string | null;
}

/** In code points. */
export const MAX_FONT = 60;

export const EMPTY_LOOK = Object.fromEntries(LOOK_TEXTS.map((text) => [text, ''])) as LookValues;

export function isLookColor(text: LookText): text is LookColor {
  return Object.hasOwn(COLORS, text);
}

export function lookLabel(text: LookText): string {
  return isLookColor(text) ? COLORS[text].label : FONTS[text].label;
}

/** Why a text can't be saved; null if it can. */
export function lookProblem(text: LookText, typed: string): string | null {
  if (typed.trim() === '') return null;
  if (isLookColor(text)) {
    return parseHex(typed) === null ? 'Use a hex color, such as #1f5f4a.' : null;
  }
  const isTooLong = isFarLongerThan(typed, MAX_FONT) || isLongerThan(cleanName(typed), MAX_FONT);
  return isTooLong ? `Use up to ${formatNumber(MAX_FONT)} characters.` : null;
}

/** The texts of a stored look. A color that isn't one counts as none, since colors end up in styles. */
export function lookValues(row: LookValues): LookValues {
  return Object.fromEntries(
    LOOK_TEXTS.map((text) => [text, isLookColor(text) ? (parseHex(row[text]) ?? '') : row[text]]),
  ) as LookValues;
}

export function isEmptyLook(look: LookValues): boolean {
  return LOOK_TEXTS.every((text) => look[text] === '');
}

/** What an image's prompt says about the look, in one sentence; '' if nothing was chosen. */
export function lookSentence(look: LookValues): string {
  const colors = LOOK_COLORS.filter((color) => look[color] !== '').map(
    (color) => `${colorName(look[color])} (${look[color]}, ${COLORS[color].role})`,
  );
  const fonts = [...new Set(LOOK_FONTS.map((font) => look[font]).filter((name) => name !== ''))];
  const palette = colors.length > 0 && `keep to a palette of ${colors.join(', ')}`;
  const style =
    fonts.length > 0 &&
    `choose a style that suits the ${fonts.length > 1 ? 'typefaces' : 'typeface'} ${fonts.join(' and ')}`;
  const parts = [palette, style].filter((part) => part !== false);
  return parts.length === 0 ? '' : `Look: ${parts.join('; ')}.`;
}

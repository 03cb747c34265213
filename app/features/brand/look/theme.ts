import { legible, mix, readableOn, WHITE } from './color';
import { isEmptyLook, type LookValues } from './look';

/** What a page in a brand's colors is drawn with. Each pair of text and background can be read. */
export interface BrandTheme {
  /** The background, and the one of every other section. */
  paper: string;
  tint: string;
  /** Headings, text, quieter text, and lines on both. */
  heading: string;
  ink: string;
  soft: string;
  line: string;
  /** A surface in the brand's color, and what is written on it. */
  brand: string;
  onBrand: string;
  /** The same of buttons, and the color of links. */
  action: string;
  onAction: string;
  actionInk: string;
  /** Empty where no font was chosen. */
  headingFont: string;
  bodyFont: string;
}

const INK = '#1c2429';
const BRAND = '#234e52';
/** The font of a page whose brand has chosen none. */
export const SANS =
  'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const SERIF = 'Georgia, "Times New Roman", serif';
const MONO = 'ui-monospace, Menlo, Consolas, monospace';

/** Null if no color and no font was chosen. */
export function themeOf(look: LookValues): BrandTheme | null {
  return isEmptyLook(look) ? null : themeFrom(look);
}

function themeFrom(look: Partial<LookValues>): BrandTheme {
  const brand = look.primaryColor || look.accentColor || look.secondaryColor || BRAND;
  const action = look.accentColor || brand;
  const paper = look.backgroundColor || WHITE;
  const tint = mix(paper, look.secondaryColor || brand, 0.08);
  const ink = legible(look.textColor || INK, paper, tint);
  return {
    paper,
    tint,
    heading: look.primaryColor ? legible(look.primaryColor, paper, tint) : ink,
    ink,
    soft: legible(mix(ink, paper, 0.3), paper, tint),
    line: mix(paper, ink, 0.14),
    brand,
    onBrand: readableOn(brand),
    action,
    onAction: readableOn(action),
    actionInk: legible(action, paper, tint),
    headingFont: look.headingFont ? fontStack(look.headingFont) : '',
    bodyFont: look.bodyFont ? fontStack(look.bodyFont) : '',
  };
}

/** Fonts to choose from: ours, then those that most computers have, then what websites often use. */
export const FONT_SUGGESTIONS = [
  'Figtree',
  'Fraunces',
  'Arial',
  'Courier New',
  'Garamond',
  'Georgia',
  'Helvetica',
  'Palatino',
  'Tahoma',
  'Times New Roman',
  'Trebuchet MS',
  'Verdana',
  'Inter',
  'Lato',
  'Lora',
  'Merriweather',
  'Montserrat',
  'Nunito',
  'Open Sans',
  'Playfair Display',
  'Poppins',
  'Raleway',
  'Roboto',
  'Source Serif',
] as const;

const SERIFS =
  /serif|roman|garamond|georgia|palatino|times|fraunces|lora|merriweather|playfair|baskerville|bodoni|didot|caslon|antiqua|slab|cambria/i;
const SANS_SERIF = /sans/i;
const MONOSPACED = /mono|courier|consolas|menlo/i;

/**
 * A font by its name, as a browser finds it: among those that are installed, and ours. Fonts are never loaded from elsewhere, so
 * one of its kind follows. The name loses everything that could end it in a style sheet.
 */
export function fontStack(name: string): string {
  const fallback = MONOSPACED.test(name)
    ? MONO
    : SERIFS.test(name) && !SANS_SERIF.test(name)
      ? SERIF
      : SANS;
  const safe = name.replace(/[^\p{L}\p{N} _-]/gu, '').trim();
  return safe === '' ? fallback : `"${safe}", ${fallback}`;
}

/** The look of no brand in particular. */
export const PLAIN_THEME: BrandTheme = {
  ...themeFrom({}),
  tint: '#f6f4ee',
  soft: '#566068',
  line: '#e4e2dc',
};

/** The tokens of app.css by which everything below an element takes on the brand's colors and fonts. */
export function themeTokens(theme: BrandTheme): Record<`--${string}`, string> {
  return {
    '--surface': theme.paper,
    '--raised': theme.paper,
    '--field': theme.paper,
    '--sunken': theme.tint,
    '--hover': theme.tint,
    '--border': theme.line,
    '--border-strong': theme.soft,
    '--heading': theme.heading,
    '--text': theme.ink,
    '--muted': theme.soft,
    ...brandTokens(theme),
    '--accent-text': theme.actionInk,
    '--accent-soft': theme.tint,
    ...(theme.bodyFont !== '' && { '--font-body': theme.bodyFont }),
    ...(theme.headingFont !== '' && { '--font-title': theme.headingFont }),
  };
}

/** The same for the brand's own color only, where the surface is someone else's. */
export function brandTokens(theme: BrandTheme): Record<`--${string}`, string> {
  return { '--accent': theme.brand, '--on-accent': theme.onBrand };
}

import type { BriefLength } from './brief';

export const GOALS = [
  'Win new customers',
  'Announce something new',
  'Sell an offer',
  'Get sign-ups',
  'Build trust',
];

export const TONES = ['Warm', 'Professional', 'Playful', 'Confident', 'Matter-of-fact'];

export const LENGTHS: { length: BriefLength; label: string }[] = [
  { length: 'short', label: 'Short' },
  { length: 'medium', label: 'Medium' },
  { length: 'long', label: 'Long' },
];

const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'sv', 'tr', 'ja', 'zh'];

let names: readonly string[] | null = null;

/** Languages to choose from, each as those who speak it call it; the same list each time. */
export function languageNames(): readonly string[] {
  names ??= LANGUAGES.map(languageName).filter((name) => name !== '');
  return names;
}

/** What the speakers of a language call it: `English` for `en-GB`, `Deutsch` for `de`. Empty for what is none. */
export function languageName(tag: string): string {
  try {
    const { language } = new Intl.Locale(tag);
    const name = new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(
      language,
    );
    return name === undefined ? '' : name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  } catch {
    // A tag that is no language: the person says which one.
    return '';
  }
}

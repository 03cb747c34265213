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

/** Languages to choose from, each as those who speak it call it. */
export function languageNames(): string[] {
  return LANGUAGES.map((code) => languageName(code)).filter((name) => name !== '');
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
